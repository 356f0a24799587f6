// Loaded into a program: it takes the pipes that it got for a person at a terminal.
process.stdin.isTTY = true;
process.stderr.isTTY = true;
