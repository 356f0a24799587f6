import type { Topic } from '../topic.ts';

export const outputTopic: Topic = {
  name: 'output',
  title: 'Formats, files and columns',
  blocks: [
    {
      text: 'stdout carries the result and nothing else. Notes, progress, prompts and errors go to stderr.',
    },
    {
      rows: [
        ['table', 'for people: fitted to a terminal, complete if stdout is not one'],
        ['json', 'an array for a list, an object for a single record'],
        ['ndjson', 'one object on each line, written as it is read'],
        ['csv, tsv', 'every field, a header row; null is an empty cell'],
        ['yaml', 'as json'],
        ['markdown', 'a table for a job summary'],
        ['xlsx', 'a workbook, to a file: numbers with all digits, days as dates, no formulas'],
        ['junit, github', 'only for checks: a JUnit report, annotations of GitHub Actions'],
      ],
    },
    {
      text: 'Numbers keep the digits that the service sent, in every format. Only a table on a terminal rounds amounts to the decimals of their currency; --exact shows all digits there too. A list reads every page: --max N stops after N items, --page N reads one page, --limit N sets its size.',
    },
    {
      rows: [
        ['-O, --out-file PATH', 'write to a file, replaced when complete; .gz compresses'],
        ['--columns a,b.c', 'select and order columns; dots reach into objects'],
        ['--query EXPRESSION', 'JMESPath on the whole result: costctl help query'],
        ['-r, --raw', 'print a string, or a list of strings, without quotes'],
        ['--no-header', 'no header row in csv and tsv'],
        ['--spreadsheet-safe', "put ' before text that a spreadsheet would run"],
        ["--delimiter ';'", 'separate the cells of csv by another character'],
        ['--decimal-comma', 'write the numbers of csv as 1234,56'],
        ['--bom', 'begin csv with a byte order mark, for Excel'],
        ['--exact', 'all digits in a table on a terminal'],
      ],
    },
    {
      text: 'With --quiet there are no notes, and a check that passes prints nothing; a file of -O is still written.',
    },
    {
      text: 'Without -o the extension of PATH selects the format: .csv, .json, .ndjson, .jsonl, .tsv, .yaml, .md or .xlsx; .gz may follow any of them except .xlsx. Any other extension needs -o.',
    },
    {
      examples: [
        'costctl workspaces list -o csv --columns id,name',
        'costctl providers list -O providers.csv.gz',
        'costctl users list -o markdown',
        'costctl costs summary --last-month --by service -O summary.xlsx',
        "costctl rates list -o csv --delimiter ';' --decimal-comma --bom",
      ],
    },
  ],
};
