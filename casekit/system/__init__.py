"""What casekit asks of the machine: processes under limits, temporary folders that go whatever happens, names of files."""
