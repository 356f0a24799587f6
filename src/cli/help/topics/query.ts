import type { Topic } from '../topic.ts';

export const queryTopic: Topic = {
  name: 'query',
  title: 'Pick from a result with JMESPath',
  blocks: [
    {
      text: '--query applies an expression to the whole result before it is written. The language is described at jmespath.org. Quote the expression for your shell.',
    },
    {
      rows: [
        ['[].id', 'one field of every item'],
        ['[0]', 'the first item'],
        ["[?status=='active'].email", 'items that match'],
        ['[].{id: id, name: name}', 'other names, other fields'],
        ['length(@)', 'how many'],
        ['sort_by(@, &name)[-1].id', 'the last by name'],
        ["[?contains(name, 'eu')]", 'items whose name contains a text'],
      ],
    },
    {
      text: 'What an expression only selects keeps its digits. A comparison or function on a number that a double cannot hold is refused with exit status 2. With -r a string is printed without quotes, and a list of strings one per line.',
    },
    {
      examples: [
        "costctl workspaces list --query '[].id' -r",
        'costctl users list --query "[?role==\'owner\'].email" -r',
        "costctl providers list --query 'length(@)'",
      ],
    },
  ],
};
