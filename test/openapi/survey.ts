// Imports every document of a folder, and prints what became of its operations, how its lists are read,
// and what shows that they are complete: npm run survey FOLDER
// One document with a line for each of its lists: npm run survey -- --lists FILE
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Pages } from '../../src/api/list-form.ts';
import { describeDocument } from '../../src/openapi/describe.ts';
import type { DescribedOperation, Description } from '../../src/openapi/description.ts';
import { readDocument } from '../../src/openapi/document.ts';
import { convertSwagger } from '../../src/openapi/from-swagger.ts';

interface Outcome {
  readonly operations: number;
  readonly commands: number;
  /** How many operations cannot be commands, by cause. */
  readonly causes: Readonly<Record<string, number>>;
  readonly lists: readonly List[];
  readonly seconds: number;
  readonly megabytes: number;
  /** Why the whole document was rejected. */
  readonly rejected?: string;
}

/** What is read as a list, or a GET with a parameter that chooses a page. */
interface List {
  readonly name: string;
  readonly by: string;
  /** The same without the names of its parameters. */
  readonly way: string;
  readonly proof: string;
}

function listsOf({ operations }: Description): List[] {
  return operations.flatMap((operation): List[] => {
    const { method, path, pages } = operation;
    const name = `${method} ${path}`;
    if (pages !== undefined) {
      return [{ name, by: describePages(pages), way: wayOf(pages), proof: pages.proof }];
    }
    if (method !== 'GET' || !choosesPage(operation)) return [];
    const [way, proof] = operation.undescribed
      ? ['what its response says', 'by its response']
      : ['not read as a list', 'no list'];
    return [{ name, by: way, way, proof }];
  });
}

function choosesPage({ parameters }: DescribedOperation): boolean {
  return parameters.some(
    ({ name, place }) => place === 'query' && /^(page|offset|cursor|per_?page)$/i.test(name),
  );
}

/** In the order in which the program goes on. */
function describePages({ next, link, page, offset, after, limit }: Pages): string {
  const said = next.map(
    (one) => `${one.path.join('.')}${one.parameter ? ` → ${one.parameter}` : ''}`,
  );
  const ways = [
    ...said,
    ...(link ? ['Link'] : []),
    ...(page ? [`${page.name} from ${page.first}`] : []),
    ...(offset ? [`${offset.name} from ${offset.first}`] : []),
    ...(after ? [`${after} the last id`] : []),
  ];
  return ways.length > 0 ? ways.join(', ') : limit ? `one page of ${limit.name}` : 'one page';
}

function wayOf({ next, link, page, offset, after, limit }: Pages): string {
  if (next.some(({ parameter }) => parameter === undefined)) return 'an address in the body';
  if (next.length > 0) return 'a cursor in the body';
  if (link) return 'a Link header';
  if (page) return 'page numbers';
  if (offset) return 'offsets';
  if (after) return 'the id of the last item';
  return limit ? 'one page, whose size can be chosen' : 'one page';
}

/** Each document has a process of its own, so that its memory can be measured. */
async function surveyOne(path: string): Promise<Outcome> {
  const started = performance.now();
  const counts = { operations: 0, commands: 0, causes: {}, lists: [] as List[], rejected: '' };
  try {
    const description = describeDocument(
      await readDocument(readFileSync(path), convertSwagger),
      new Date().toISOString(),
    );
    const { operations, unusable } = description;
    counts.lists = listsOf(description);
    counts.operations = operations.length + unusable.length;
    counts.commands = operations.length;
    counts.causes = countCauses(unusable.map(({ reason }) => reason));
  } catch (error) {
    counts.rejected = error instanceof Error ? error.message : String(error);
  }
  const { rejected, ...others } = counts;
  return {
    ...others,
    seconds: (performance.now() - started) / 1000,
    megabytes: process.resourceUsage().maxRSS / 1024,
    ...(rejected === '' ? {} : { rejected }),
  };
}

/** Without the names in it, one cause is the same for many operations. */
function countCauses(reasons: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const reason of reasons) {
    const cause = reason.replace(/\{[^}]*\}|[#/][\w/.~-]+|\S+\.(ya?ml|json)\S*/g, '…');
    counts[cause] = (counts[cause] ?? 0) + 1;
  }
  return counts;
}

function survey(folder: string): void {
  const names = readdirSync(folder).filter((name) => /\.(json|ya?ml)$/i.test(name));
  const rows = names.map((name) => {
    const path = join(folder, name);
    const { stdout } = spawnSync(process.execPath, [process.argv[1] ?? '', '--one', path], {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    const outcome: Outcome = JSON.parse(stdout);
    const size = (statSync(path).size / 1e6).toFixed(1);
    print([name, size, ...figuresOf(outcome)]);
    if (outcome.lists.length > 0) print(['', '', '', '', '', '', countProofs(outcome.lists)]);
    return outcome;
  });
  const sum = (pick: (one: Outcome) => number) => rows.reduce((all, one) => all + pick(one), 0);
  const imported = rows.filter((one) => one.rejected === undefined).length;
  const commands = sum((one) => one.commands);
  const operations = sum((one) => one.operations);
  const share = ((100 * commands) / Math.max(1, operations)).toFixed(1);
  const lists = rows.flatMap((one) => one.lists);
  for (const way of new Set(lists.map((one) => one.way))) {
    console.log(`${way}: ${countProofs(lists.filter((one) => one.way === way))}`);
  }
  console.log(`lists: ${countProofs(lists)}`);
  console.log(
    `${imported} of ${rows.length} documents imported; ${commands} of ${operations} operations are commands (${share} %)`,
  );
}

/** `lists: 40, of which 38 can be proven complete: 30 × total, …` */
function countProofs(lists: readonly List[]): string {
  const counts = countCauses(lists.map(({ proof }) => proof));
  const sorted = Object.entries(counts).toSorted(([, one], [, other]) => other - one);
  const without = ['none', 'no list', 'by its response'].map((name) => counts[name] ?? 0);
  const proven = without.reduce((left, count) => left - count, lists.length);
  return `${proven} of ${lists.length} lists can be proven complete: ${sorted.map(([proof, count]) => `${count} × ${proof}`).join(', ')}`;
}

function figuresOf({ operations, commands, causes, seconds, megabytes, rejected }: Outcome) {
  const all = Object.entries(causes).map(([cause, count]) => `${count} × ${cause}`);
  const text = rejected ?? all.join('; ');
  return [String(operations), String(commands), seconds.toFixed(2), megabytes.toFixed(0), text];
}

const widths = [42, 7, 6, 6, 7, 7, 0];

function print(cells: readonly string[]): void {
  console.log(
    cells
      .map((cell, place) => {
        const width = widths[place] ?? 0;
        return place === 0 ? cell.padEnd(width) : width === 0 ? cell : cell.padStart(width);
      })
      .join('  ')
      .trimEnd(),
  );
}

const [first = '.', second] = process.argv.slice(2);
if (first === '--lists') {
  const { lists } = await surveyOne(second ?? '');
  for (const { name, by, proof } of lists) console.log([proof, by, name].join('\t'));
} else if (first === '--one') console.log(JSON.stringify(await surveyOne(second ?? '')));
else {
  print(['document', 'MB', 'ops', 'cmds', 'seconds', 'memory', 'rejected']);
  survey(first);
}
