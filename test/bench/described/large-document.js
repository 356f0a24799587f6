// OpenAPI documents as services publish them, of any size, the same for the same seed.

/** Words of a service in any line of business; a document draws its nouns, texts and choices from them. */
const nouns =
  'account address agreement alert archive asset audit balance batch branch budget bundle campaign card carrier category channel charge claim client cluster collection comment contact contract coupon course credential currency customer dashboard delivery deposit device discount document domain employee endpoint entry event export extension facility feature feed file filter folder form gateway grant group guide holiday image incident index invoice item job journal key label lease ledger lesson license limit link list location locale machine member merchant message meter mission model module monitor note notice offer order package page parcel partner patch payment payout period permission person phase plan player policy pool portal price product profile project promotion quota quote rate receipt record refund region release report request reservation resource result review reward role route rule sample schedule school score screen section segment sensor server service session shift shipment signal site skill snapshot source space sprint stage station stock store stream subject subscription supplier survey symbol table target task tax team template tenant terminal test ticket tier token topic track trade transfer trial unit upload user value variant vehicle vendor version visit volume voucher wallet warehouse webhook widget window workflow zone'.split(
    ' ',
  );
const sayings = [
  'Only what the caller may see is returned.',
  'A value that is left out stays as it is.',
  'Times are in UTC and follow [RFC 3339](https://www.rfc-editor.org/rfc/rfc3339).',
  'The `status` changes within a minute, and never back.',
  'Amounts are text, so that **no digit** is lost.',
  "Answers 409 if somebody else's change came first.",
  'See the guide for limits, prices and regions.',
  '\n\n* first, the draft is checked\n* then it is sent\n',
];
const scalars = [
  { type: 'string' },
  { type: 'string', format: 'date-time' },
  { type: 'string', format: 'uuid' },
  { type: 'string', enum: ['draft', 'active', 'paused', 'archived'] },
  { type: 'string', pattern: '^[a-z]{3}_[A-Za-z0-9]+$', maxLength: 40 },
  { type: 'integer', format: 'int32', minimum: 0 },
  { type: 'number', minimum: 0, maximum: 1 },
  { type: 'boolean', default: false },
  { type: 'array', items: { type: 'string' }, maxItems: 20 },
  { type: 'object', additionalProperties: { type: 'string' } },
];

/** A document of so many operations, with so many sentences in each description. */
export function largeDocument({ operations, sentences, seed }) {
  const random = createRandom(seed);
  const pick = (all) => all[Math.floor(random() * all.length)];
  const text = (start) =>
    [start, ...Array.from({ length: sentences }, () => pick(sayings))].join(' ');
  const models = Array.from({ length: Math.max(20, operations >> 3) }, (_, at) => modelName(at));
  const schemas = Object.fromEntries(models.map((name) => [name, makeModel(name)]));
  const paths = {};
  for (let made = 0, at = 0; made < operations; at += 1) {
    const group = nouns[at % nouns.length];
    const noun = `${nouns[(at * 7 + Math.floor(at / nouns.length)) % nouns.length]}${at}`;
    const base = `/v1/${group}s/{${group}Id}/${noun}s`;
    const above = { $ref: '#/components/parameters/Above' };
    const all = { parameters: [{ ...idOf(`${group}Id`) }, ...(at % 3 === 0 ? [above] : [])] };
    const [item, one] = [`${base}/{${noun}Id}`, [idOf(`${group}Id`), idOf(`${noun}Id`)]];
    paths[base] = { ...all, get: list(group, noun), post: change(group, noun, 'create') };
    paths[item] = {
      parameters: one,
      get: read(group, noun),
      [at % 2 ? 'put' : 'patch']: change(group, noun, 'update'),
      delete: { ...about(group, noun, 'delete'), responses: { 204: { description: 'gone' } } },
    };
    paths[`${item}/${pick(['cancel', 'approve', 'restore', 'copy'])}`] = {
      parameters: one,
      post: change(group, noun, 'run'),
    };
    made += 6;
  }
  const parameters = {
    Above: {
      name: 'X-Request-Id',
      in: 'header',
      schema: { type: 'string' },
      description: 'An id.',
    },
    Page: { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } },
    Limit: { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100, default: 20 } },
  };
  const title = `Large ${seed}`;
  return {
    openapi: '3.0.3',
    ...{ info: { title, version: '1' }, paths, components: { schemas, parameters } },
  };

  function modelName(at) {
    return `${capital(nouns[at % nouns.length])}${capital(nouns[(at * 3 + 1) % nouns.length])}${at}`;
  }

  function makeModel(name) {
    const own = Object.fromEntries(
      Array.from({ length: 5 + Math.floor(random() * 10) }, (_, at) => {
        const key = `${pick(nouns)}${at === 0 ? '' : capital(pick(nouns))}`;
        const schema = random() < 0.15 ? refer(pick(models)) : pick(scalars);
        return [key, '$ref' in schema ? schema : { ...schema, description: text(`The ${key}.`) }];
      }),
    );
    const properties = { id: { type: 'string', readOnly: true }, ...own };
    const whole = { type: 'object', description: text(`A ${name}.`), required: ['id'], properties };
    const shape = random();
    if (shape < 0.1) return { allOf: [refer(pick(models)), whole] };
    return shape < 0.13 ? { oneOf: [refer(pick(models)), whole] } : whole;
  }

  function about(group, noun, verb) {
    const summary = `${capital(verb)} a ${noun} of a ${group}`;
    const operationId = `${verb}${capital(group)}${capital(noun)}`;
    return { tags: [`${capital(group)}s`], operationId, summary, description: text(summary) };
  }

  function list(group, noun) {
    const filters = Array.from({ length: 1 + Math.floor(random() * 5) }, (_, at) => ({
      ...{ name: `${pick(nouns)}_${at}`, in: 'query', schema: pick(scalars) },
      description: text('Only those that have it.'),
    }));
    const data = { type: 'array', items: refer(pick(models)) };
    const links = { type: 'object', properties: { next: { type: 'string', nullable: true } } };
    const paging = ['Page', 'Limit'].map((name) => ({ $ref: `#/components/parameters/${name}` }));
    return {
      ...about(group, noun, 'list'),
      parameters: [...paging, ...filters],
      responses: answers({ type: 'object', properties: { data, links } }),
    };
  }

  function read(group, noun) {
    return { ...about(group, noun, 'get'), responses: answers(refer(pick(models))) };
  }

  function change(group, noun, verb) {
    const content = { 'application/json': { schema: refer(pick(models)) } };
    const requestBody = { required: random() < 0.8, content };
    return { ...about(group, noun, verb), requestBody, responses: answers(refer(pick(models))) };
  }

  function answers(schema) {
    const problem = { 'application/problem+json': { schema: refer(models[0]) } };
    return {
      200: { description: 'done', content: { 'application/json': { schema } } },
      ...{ 400: { description: 'refused', content: problem }, 404: { description: 'not there' } },
    };
  }
}

/** A document with one operation of so many parameters. */
export function wideDocument(count) {
  const parameters = Array.from({ length: count }, (_, at) => ({
    ...{ name: `${nouns[at % nouns.length]}_${at}`, in: 'query', schema: scalars[at % 8] },
    description: `Only those whose ${nouns[at % nouns.length]} is given.`,
  }));
  const get = { operationId: 'listThings', parameters, responses: { 200: { description: 'ok' } } };
  const info = { title: 'Wide', version: '1' };
  return { openapi: '3.0.3', info, paths: { '/v1/things': { get } } };
}

function refer(name) {
  return { $ref: `#/components/schemas/${name}` };
}

function idOf(name) {
  return { name, in: 'path', required: true, schema: { type: 'string' } };
}

function capital(word) {
  return word[0].toUpperCase() + word.slice(1);
}

/** Numbers from 0 to 1 (mulberry32). */
function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
