import type { Topic } from '../topic.ts';

export const outputTopic: Topic = {
  name: 'output',
  title: 'Formats, files and columns',
  blocks: [
    {
      text: 'stdout carries the result and nothing else. Notes, progress, questions and errors go to stderr.',
    },
    {
      rows: [
        ['table', 'for people: fitted to a terminal, whole where stdout is none'],
        ['json', 'an array for a list, an object for a single thing'],
        ['ndjson', 'one object a line, written as it is read'],
        ['csv, tsv', 'every field, a header row; null is an empty cell'],
        ['yaml', 'as json'],
        ['markdown', 'a table for a job summary'],
      ],
    },
    {
      text: 'Numbers keep the digits that the service sent, in every format. A list reads every page: --max N stops after N items, --page N reads one page, --limit N sets its size.',
    },
    {
      rows: [
        ['-O, --out-file PATH', 'write to a file, replaced when whole; .gz compresses'],
        ['--columns a,b.c', 'pick and order columns; dots reach into objects'],
        ['--query EXPRESSION', 'JMESPath on the whole result: costctl help query'],
        ['-r, --raw', 'a text, or a list of texts, bare'],
        ['--no-header', 'no header row in csv and tsv'],
        ['--spreadsheet-safe', "put ' before text that a spreadsheet would run"],
      ],
    },
    {
      text: 'With --quiet there are no notes, and a check that holds prints nothing: a file of -O is written all the same.',
    },
    {
      text: 'Without -o the ending of PATH chooses the format: .csv, .json, .ndjson, .jsonl, .tsv, .yaml, .md, and any of them with .gz.',
    },
    {
      examples: [
        'costctl workspaces list -o csv --columns id,name',
        'costctl providers list -O providers.csv.gz',
        'costctl users list -o markdown',
      ],
    },
  ],
};
