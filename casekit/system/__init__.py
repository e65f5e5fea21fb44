"""The machine as casekit uses it: processes under limits, temporary folders that go whatever happens, names of files."""
