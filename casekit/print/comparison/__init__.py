"""A finished file beside the one that casekit sets from the same source: does it show the same?"""
