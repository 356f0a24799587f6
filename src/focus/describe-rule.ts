import type { Check, Condition, PlainCheck, Rule } from './rule.ts';

/** What the rule requires, as a sentence. */
export function describeRule(rule: Rule): string {
  const { column, check, severity, abilities } = rule;
  const subject = column === '*' ? '' : `${column} `;
  const abled = abilities.map(describeAbility).join(' and ');
  const when = [
    ...(rule.conditions.length === 0 ? [] : [`if ${describeConditions(rule)}`]),
    ...(abilities.length === 0 ? [] : [`if the provider has ${abled}`]),
  ].join(', ');
  return `${subject}${describeCheck(check, severity)}${when === '' ? '' : ` ${when}`}`;
}

function describeAbility(name: string): string {
  return name
    .replace(/_SUPPORTED$/, '')
    .replaceAll('_', ' ')
    .toLowerCase();
}

function describeConditions({ conditions }: Rule): string {
  return conditions.map((all) => all.map(describeCondition).join(' and ')).join(', or ');
}

function describeCondition({ column, kind, values }: Condition): string {
  return `${column} ${kind} ${values === undefined ? 'null' : values.join(' or ')}`;
}

function describeCheck(check: Check, verb: Rule['severity']): string {
  switch (check.kind) {
    case 'one of':
      return check.values.length > 8
        ? `${verb} be one of the ${check.values.length} allowed values`
        : `${verb} be ${check.values.join(' or ')}`;
    case 'not':
      return `${verb} not be ${check.value}`;
    case 'no placeholder':
      return `values ${verb} not be placeholders for null, such as an empty text, ${check.values.join(', ')}`;
    case 'one per value':
      return `${verb} have the same ${check.other} wherever it has the same value`;
    case 'unique within':
      return `${verb} not repeat within the same ${check.other}`;
    case '=':
      return `${verb} be the same as ${check.other}`;
    case '>=':
      return `${verb} not be before ${check.other}`;
    case 'product':
      return `${verb} agree: ${check.factors.join(' times ')} is ${check.of}, to its last digit`;
    default:
      return sentences[check.kind].replace('%', verb);
  }
}

/** The verb takes the place of %. */
const sentences: Readonly<Record<PlainCheck, string>> = {
  present: '% be a column of the file',
  null: '% be null',
  'not null': '% not be null',
  'type String': '% have the type String',
  'type Decimal': '% have the type Decimal',
  'type Date/Time': '% have the type Date/Time',
  text: '% be valid Unicode',
  number: '% be written as -12.5 or 35.2E-7, with no other sign and no separators',
  finite: '% be a finite number',
  'at least 0': '% be at least 0',
  'date and time': '% be a moment in UTC, written YYYY-MM-DDTHH:mm:ssZ',
  currency: '% be written as ISO 4217 has it, if it is a national currency',
  'national currency': '% be a national currency of ISO 4217',
  unit: '% be a unit such as GB, Hours, GB-Hours, GB/Hour or 1000 Tokens',
  'key-value pairs': '% be a JSON object with distinct keys, and no object or array in it',
  'JSON object': '% be a JSON object',
  'Pascal case keys': '% have keys in Pascal case',
  'within ServiceCategory': '% be one of the subcategories of its ServiceCategory',
  'not blank': 'a text that is never null % not be blank',
  'at most 50 characters': 'the name of a column % have at most 50 characters',
  'custom columns begin with x_': 'a column that FOCUS does not define % begin with x_',
  'FOCUS columns first': 'columns that FOCUS defines % come before the others',
};
