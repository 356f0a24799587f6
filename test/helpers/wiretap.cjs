// Loaded into a program before it starts: records each request that its HTTP client sends and, if a
// sandbox answers, each answer, as lines of JSON. The program knows nothing about it.
const { appendFileSync } = require('node:fs');
const { subscribe } = require('node:diagnostics_channel');
const { ClientRequest } = require('node:http');

/** Other services of the tests give wrong answers on purpose. */
const sandboxToken = /^authorization: Bearer sandbox[-_]/im;
const ownAgent = /^costctl\//;

function listen(write) {
  listenToNode(write);
  listenToUndici(write);
}

function listenToNode(write) {
  const bodies = new WeakMap();
  const { end } = ClientRequest.prototype;
  ClientRequest.prototype.end = function (body, ...others) {
    if (typeof body === 'string') bodies.set(this, body);
    return end.call(this, body, ...others);
  };
  const isOwn = (request) => ownAgent.test(String(request.getHeader('user-agent')));
  subscribe('http.client.request.start', ({ request }) => {
    if (!isOwn(request)) return;
    const { method, path } = request;
    write(JSON.stringify({ method, path, requestBody: bodies.get(request) }));
  });
  // Despite its name: once the headers of an answer are there.
  subscribe('http.client.response.finish', ({ request, response }) => {
    if (
      !isOwn(request) ||
      !sandboxToken.test(`authorization: ${request.getHeader('authorization')}`)
    ) {
      return;
    }
    const chunks = [];
    response.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
    response.on('end', () => {
      const { method, path } = request;
      const { statusCode: status, rawHeaders: headers } = response;
      write(
        JSON.stringify({ method, path, status, headers, body: Buffer.concat(chunks).toString() }),
      );
    });
  });
}

function listenToUndici(write) {
  const answers = new WeakMap();

  subscribe('undici:client:sendHeaders', ({ request, headers }) => {
    const { method, path, body } = request;
    // To a proxy.
    if (method === 'CONNECT') return;
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
  // Sent only at the end of a complete answer.
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
      // Some tests limit how many files may be open, or how large they may become.
    }
  });
}
