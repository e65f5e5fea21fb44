"""The machine as casekit uses it: limited processes, temporary folders, names of files."""
