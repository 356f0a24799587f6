// Loaded into a program before it starts: writes down each request that its HTTP client sends and,
// where a sandbox answers, each answer, as lines of JSON. The program knows nothing of it.
const { appendFileSync } = require('node:fs');
const { subscribe } = require('node:diagnostics_channel');

/** Other services of the tests answer wrong on purpose. */
const sandboxToken = /^authorization: Bearer sandbox[-_]/im;

function listen(write) {
  const answers = new WeakMap();

  subscribe('undici:client:sendHeaders', ({ request, headers }) => {
    const { method, path, body } = request;
    const requestBody = Buffer.isBuffer(body) ? body.toString() : undefined;
    write(JSON.stringify({ method, path, requestBody }));
    if (sandboxToken.test(headers)) answers.set(request, { chunks: [] });
  });
  subscribe('undici:request:headers', ({ request, response }) => {
    const answer = answers.get(request);
    if (answer !== undefined) Object.assign(answer, response);
  });
  subscribe('undici:request:bodyChunkReceived', ({ request, chunk }) => {
    answers.get(request)?.chunks.push(Buffer.from(chunk));
  });
  // At the end of a whole answer alone.
  subscribe('undici:request:trailers', ({ request }) => {
    const answer = answers.get(request);
    if (answer === undefined) return;
    const { statusCode: status, headers, chunks } = answer;
    const { method, path } = request;
    const texts = headers.map((header) => header.toString());
    const body = Buffer.concat(chunks).toString();
    write(JSON.stringify({ method, path, status, headers: texts, body }));
  });
}

exports.listen = listen;

const file = process.env.COSTCTL_WIRETAP;
if (file !== undefined) {
  listen((line) => {
    try {
      appendFileSync(file, `${line}\n`);
    } catch {
      // Under a limit of open files or of their size, which is what some tests are about.
    }
  });
}
