import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createHttp, type Http } from '../../src/api/http.ts';
import { AnyJson } from '../../src/api/operation.ts';
import { operations } from '../../src/api/operations.ts';
import { pageNumber } from '../../src/api/page-links.ts';
import { type Paging, readItems, readPages } from '../../src/api/pages.ts';
import { pageOf } from '../../src/api/schemas/shared-fields.ts';
import type { Client } from '../../src/http/client.ts';

const listAnything = { ...operations.listProviders, response: pageOf(AnyJson) };
const listInWorkspace = { ...operations.listSavedFilters, response: pageOf(AnyJson) };

interface Page {
  readonly data: unknown;
  readonly links?: unknown;
}

/** An `Http` over pages that a function makes; keeps the queries it was asked. */
function over(answer: (query: URLSearchParams) => Page | Promise<Page>, concurrency = 4) {
  const asked: string[] = [];
  const client: Client = {
    request: async ({ query = new URLSearchParams() }) => {
      asked.push(query.toString());
      const body = Buffer.from(JSON.stringify(await answer(query)));
      return { status: 200, headers: {}, body, attempts: 1 };
    },
    close: async () => undefined,
  };
  return { asked, http: createHttp(client, { warn: () => undefined, concurrency }) };
}

/** A list of this many items as the service pages it. */
function numbered(total: number, announces: boolean) {
  return (query: URLSearchParams): Page => {
    const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
    const last = Math.max(1, Math.ceil(total / limit));
    const items = Array.from({ length: total }, (_, item) => item);
    const to = (number: number) => `https://elsewhere.example/v9?page=${number}&limit=${limit}`;
    return {
      data: items.slice((page - 1) * limit, page * limit),
      links: { next: page < last ? to(page + 1) : null, last: announces ? to(last) : null },
    };
  };
}

async function read(http: Http, paging: Paging = {}): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of readItems(http, listAnything, {}, paging)) items.push(item);
  return items;
}

test('every item comes once and in order, with any pages, links and concurrency', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(60),
      fc.integer({ min: 1, max: 20 }),
      fc.boolean(),
      fc.integer({ min: 1, max: 16 }),
      fc.option(fc.integer({ min: 1, max: 70 }), { nil: undefined }),
      async (total, limit, announces, concurrency, max) => {
        const { http, asked } = over(numbered(total, announces), concurrency);
        const wanted = Math.min(total, max ?? total);
        const items = await read(http, { limit, ...(max === undefined ? {} : { max }) });
        expect(items).toEqual(Array.from({ length: wanted }, (_, item) => item));
        const pageSize = Math.min(limit, max ?? limit);
        expect(asked).toHaveLength(Math.max(1, Math.ceil(wanted / pageSize)));
      },
    ),
  );
});

test.each([1, 4])(
  'a page without items is not the last, %i requests at once',
  async (concurrency) => {
    const { http } = over((query) => {
      const page = Number(query.get('page'));
      return {
        data: page % 2 === 0 ? [] : [page],
        links: { next: page < 5 ? `/x?page=${page + 1}` : null },
      };
    }, concurrency);
    expect(await read(http)).toEqual([1, 3, 5]);
  },
);

test('announced pages are fetched concurrently', async () => {
  const waiting: (() => void)[] = [];
  const answer = numbered(50, true);
  const { http, asked } = over(async (query) => {
    if (query.get('page') !== '1') {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 4) for (const go of waiting) go();
      });
    }
    return answer(query);
  });
  expect(await read(http, { limit: 10 })).toHaveLength(50);
  expect(asked).toHaveLength(5);
});

test('a list that shrinks or grows during reading ends at the page without a next link', async () => {
  for (const [before, after] of [
    [5, 3],
    [3, 6],
  ] as const) {
    const { http } = over((query) => {
      const page = Number(query.get('page'));
      const last = page === 1 ? before : after;
      return {
        data: [page],
        links: { next: page < last ? `/x?page=${page + 1}` : null, last: `/x?page=${last}` },
      };
    });
    expect(await read(http)).toEqual(Array.from({ length: after }, (_, page) => page + 1));
  }
});

test('cursor links are followed, and parameters missing from the link are added', async () => {
  const { http, asked } = over((query) => ({
    data: [query.get('cursor')],
    links: { next: query.has('cursor') ? null : '?cursor=b%20c' },
  }));
  const call = { query: { workspaceId: 'wsp_1' } };
  const pages = [];
  for await (const page of readPages(http, listInWorkspace, call, {
    parameters: { extra: 'yes' },
  })) {
    pages.push(page);
  }
  expect(pages).toEqual([[null], ['b c']]);
  expect(asked[1]).toBe('cursor=b+c&workspaceId=wsp_1&page=1&limit=100&extra=yes');
});

describe('the page reader', () => {
  test.each<[string, Paging, string]>([
    ['a page of 100 by default', {}, 'page=1&limit=100'],
    ['no more than is wanted', { max: 3 }, 'page=1&limit=3'],
    ['the page that was named, whole', { page: 7, max: 3 }, 'page=7&limit=100'],
    ['the limit that was named', { limit: 5000 }, 'page=1&limit=5000'],
  ])('asks for %s', async (_name, paging, query) => {
    const { http, asked } = over(() => ({ data: [1, 2, 3], links: { next: null } }));
    expect(await read(http, paging)).toEqual([1, 2, 3]);
    expect(asked).toEqual([query]);
  });

  test('reads only one page if a page is named', async () => {
    const { http, asked } = over(numbered(100, true));
    expect(await read(http, { page: 2, limit: 10 })).toEqual([
      10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
    ]);
    expect(asked).toHaveLength(1);
  });
});

describe('a hostile service', () => {
  test.each([
    ['to itself', '?page=1&limit=100'],
    ['to itself in other words', '?page=1&limit=100&again=1'],
    ['to a page before the first', '?page=0&limit=100'],
    ['nowhere', 'javascript:alert(1)'],
    ['to another host without a query', 'https://evil.example/'],
    ['to itself in another order', 'https://evil.example/?limit=100&page=1'],
  ])('a next link that leads %s is an error', async (_name, next) => {
    const { http, asked } = over(() => ({ data: [1], links: { next } }));
    await expect(read(http)).rejects.toMatchObject({ code: 'unexpected_response' });
    expect(asked).toHaveLength(1);
  });

  test('a cursor that leads to itself with reordered parameters is an error', async () => {
    const { http, asked } = over((query) => ({
      data: [1],
      links: { next: query.has('cursor') ? '?cursor=a&b=1' : '?b=1&cursor=a' },
    }));
    await expect(read(http)).rejects.toMatchObject({ code: 'unexpected_response' });
    expect(asked).toHaveLength(2);
  });

  test('endless empty pages are an error', async () => {
    const { http, asked } = over((query) => ({
      data: [],
      links: { next: `?page=${Number(query.get('page')) + 1}` },
    }));
    await expect(read(http)).rejects.toMatchObject({ code: 'unexpected_response' });
    expect(asked).toHaveLength(101);
  });

  test.each([1, 2, 7, 300])(
    'pages that repeat every %i are an error that names the list as incomplete',
    async (period) => {
      const { http, asked } = over((query) => {
        const page = Number(query.get('page'));
        return { data: [{ id: page % period }], links: { next: `?page=${page + 1}` } };
      });
      await expect(read(http)).rejects.toMatchObject({
        code: 'incomplete',
        message:
          'the pages of GET /v1/providers do not end: the service repeats them, 101 times in a row',
      });
      expect(asked).toHaveLength(period + 101);
    },
  );

  test('a record that comes again on the next page does not count for --max', async () => {
    const { http, asked } = over((query) => {
      const page = Number(query.get('page'));
      const data = Array.from({ length: 3 }, (_, at) => ({ id: (page - 1) * 2 + at }));
      return { data, links: { next: page < 9 ? `?page=${page + 1}` : null } };
    });
    expect(await read(http, { max: 5 })).toEqual([0, 1, 2, 3, 4].map((id) => ({ id })));
    expect(asked).toHaveLength(2);
  });

  test('a hundred pages of equal items between others are read', async () => {
    const { http } = over((query) => {
      const page = Number(query.get('page'));
      return {
        data: [page % 101 === 0 ? page : 'same'],
        links: { next: page < 500 ? `?page=${page + 1}` : null },
      };
    });
    expect(await read(http)).toHaveLength(500);
  });

  test('empty pages between others are read past, however many there are in all', async () => {
    const { http } = over((query) => {
      const page = Number(query.get('page'));
      return {
        data: page % 90 === 0 ? [page] : [],
        links: { next: page < 360 ? `?page=${page + 1}` : null },
      };
    });
    expect(await read(http)).toEqual([90, 180, 270, 360]);
  });

  test('announcing a billion pages causes only a few requests', async () => {
    const { http, asked } = over((query) => ({
      data: [1],
      links: { next: query.get('page') === '1' ? '?page=2' : null, last: '?page=1000000000' },
    }));
    expect(await read(http)).toEqual([1, 1]);
    expect(asked.length).toBeLessThanOrEqual(5);
  });

  test.each<[string, Page]>([
    ['no links', { data: [] }],
    ['no data', { data: null, links: {} }],
    ['a link that is no text', { data: [], links: { next: 7 } }],
  ])('an answer without the page envelope is an error: %s', async (_name, page) => {
    const { http } = over(() => page);
    await expect(read(http)).rejects.toMatchObject({
      code: 'unexpected_response',
      details: { body: JSON.stringify(page) },
    });
  });
});

test('a failing page fails the list after the earlier pages are returned', async () => {
  const { http } = over((query) => {
    if (query.get('page') === '3') throw new Error('page three');
    return numbered(50, true)(query);
  });
  const items: unknown[] = [];
  const reading = (async () => {
    for await (const item of readItems(http, listAnything, {}, { limit: 10 })) {
      items.push(item);
    }
  })();
  await expect(reading).rejects.toThrow('page three');
  expect(items).toHaveLength(20);
});

test.each(['{"name":"no id"}', '{"id":null}'])('an item of %s lacks an id', async (item) => {
  const { http } = over(() => ({
    links: {},
    data: [{ id: { Value: 'prv_a' } }, JSON.parse(item)],
  }));
  const read = async (needed: readonly 'id'[]) => {
    for await (const one of readItems(http, operations.listProviders, { needed })) void one;
  };
  await read([]);
  await expect(read(['id'])).rejects.toMatchObject({
    code: 'unexpected_response',
    message: 'the response to GET /v1/providers has an item that lacks id',
  });
});

test.each<[string, number | undefined]>([
  ['1', 1],
  ['20', 20],
  ['999999999999999', 999_999_999_999_999],
  ...['', '0', '05', '-1', '1.5', 'x5', '5x', ' 5', '9999999999999999'].map(
    (text): [string, undefined] => [text, undefined],
  ),
])('page=%s is page %s', (text, number) => {
  expect(pageNumber(new URLSearchParams({ page: text }))).toBe(number);
});

test('a record that moved to the next page comes once, and one with an id of another is kept', async () => {
  const pages = [
    [{ id: 'a' }, { id: { Value: 'b' } }, { name: 'without an id' }, { id: null }],
    [{ id: 'b' }, { id: 'c' }, { name: 'without an id' }, { id: null }],
    [{ id: 'c' }, { id: 'a', name: 'another' }, { id: 'd' }],
  ];
  const { http } = over((query) => {
    const page = Number(query.get('page'));
    const next = page < pages.length ? `https://a.test/?page=${page + 1}` : null;
    return { data: pages[page - 1], links: { next } };
  });
  const unnamed = [{ name: 'without an id' }, { id: null }];
  expect(await read(http)).toEqual([
    ...[{ id: 'a' }, { id: 'b' }, ...unnamed],
    ...[{ id: 'c' }, ...unnamed, { id: 'a', name: 'another' }, { id: 'd' }],
  ]);
});
