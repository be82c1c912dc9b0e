@echo off
rem Starts Plomada on the Node that comes with it, wherever the folder lies.
"%~dp0program\bin\node.exe" "%~dp0program\scripts\bin.mjs" %*
