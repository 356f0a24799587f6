// Loaded into a program: its result looks as it does in a window of 120 columns.
process.stdout.isTTY = true;
process.stdout.columns = 120;
