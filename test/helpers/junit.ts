import { parseXml, type XmlElement } from './xml.ts';

/** What a report may contain: the JUnit schema that Jenkins and GitLab follow, as far as it names these. */
const elements: ReadonlyMap<string, Shape> = new Map(
  Object.entries({
    testsuites: {
      children: ['testsuite'],
      text: false,
      required: [],
      optional: ['name', 'time', 'tests', 'failures', 'errors'],
    },
    testsuite: {
      children: ['testsuite', 'properties', 'testcase', 'system-out', 'system-err'],
      text: false,
      required: ['name', 'tests', 'failures', 'errors'],
      optional: ['skipped', 'time', 'timestamp', 'hostname', 'id', 'package', 'file'],
    },
    testcase: {
      children: ['skipped', 'error', 'failure', 'system-out', 'system-err'],
      text: false,
      required: ['name'],
      optional: ['classname', 'time', 'group'],
    },
    skipped: { children: [], text: true, required: [], optional: ['type', 'message'] },
    error: { children: [], text: true, required: [], optional: ['type', 'message'] },
    failure: { children: [], text: true, required: [], optional: ['type', 'message'] },
    'system-out': { children: [], text: true, required: [], optional: [] },
    'system-err': { children: [], text: true, required: [], optional: [] },
  }),
);

interface Shape {
  readonly children: readonly string[];
  /** Whether text is allowed between its children. */
  readonly text: boolean;
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** The root of a JUnit report; throws for a report that the schema does not allow, or whose counts are wrong. */
export function readJunit(text: string): XmlElement {
  const report = parseXml(text);
  const problems = report.name === 'testsuites' ? [] : ['the root is no testsuites'];
  problems.push(...problemsOf(report), ...wrongCounts(report));
  if (problems.length > 0) throw new Error(`not a JUnit report: ${problems.join('; ')}`);
  return report;
}

function problemsOf({ name, attributes, children }: XmlElement): string[] {
  const shape = elements.get(name);
  if (shape === undefined) return [`an element ${name}`];
  const given = Object.keys(attributes);
  const missing = shape.required.filter((one) => !given.includes(one));
  const unknown = given.filter((one) => ![...shape.required, ...shape.optional].includes(one));
  const inner = children.flatMap((child) => {
    if (typeof child === 'string') return shape.text || child.trim() === '' ? [] : ['stray text'];
    return shape.children.includes(child.name) ? problemsOf(child) : [`${child.name} in ${name}`];
  });
  return [
    ...missing.map((one) => `${name} without ${one}`),
    ...unknown.map((one) => `${name} with ${one}`),
    ...inner,
  ];
}

/** Each suite counts its own cases, and the report counts all of them. */
function wrongCounts(element: XmlElement): string[] {
  const children = element.children.filter((child) => typeof child !== 'string');
  const inner = children.flatMap(wrongCounts);
  if (element.name !== 'testsuites' && element.name !== 'testsuite') return inner;
  const cases = casesOf(element);
  const counted: readonly (readonly [string, number])[] = [
    ['tests', cases.length],
    ['failures', cases.filter((one) => has(one, 'failure')).length],
    ['errors', cases.filter((one) => has(one, 'error')).length],
    ['skipped', cases.filter((one) => has(one, 'skipped')).length],
  ];
  const wrong = counted.filter(([name, count]) => {
    const given = element.attributes[name];
    return given !== undefined && given !== String(count);
  });
  return [...wrong.map(([name]) => `${element.name} counts its ${name} wrong`), ...inner];
}

function casesOf(element: XmlElement): XmlElement[] {
  return element.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    return child.name === 'testcase' ? [child] : casesOf(child);
  });
}

function has({ children }: XmlElement, name: string): boolean {
  return children.some((child) => typeof child !== 'string' && child.name === name);
}
