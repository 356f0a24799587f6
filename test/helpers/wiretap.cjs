// Loaded into a program before it starts: records each request that its HTTP client sends and, if a
// sandbox answers, each answer: a line of JSON, and as many bytes of a body as the line says. The program
// knows nothing about it.
const { appendFileSync } = require('node:fs');
const { subscribe, unsubscribe } = require('node:diagnostics_channel');
const { ClientRequest } = require('node:http');

/** Other services of the tests give wrong answers on purpose. */
const sandboxToken = /^authorization: Bearer sandbox[-_]/im;
const ownAgent = /^costctl\//;

/** Returns what ends it. */
function listen(report) {
  const bodies = new WeakMap();
  const { end } = ClientRequest.prototype;
  ClientRequest.prototype.end = function (body, ...others) {
    if (typeof body === 'string' || Buffer.isBuffer(body)) bodies.set(this, body.toString());
    return end.call(this, body, ...others);
  };
  const listeners = Object.entries({ ...ofNode(report, bodies), ...ofUndici(report) });
  for (const [channel, listener] of listeners) subscribe(channel, listener);
  return () => {
    ClientRequest.prototype.end = end;
    for (const [channel, listener] of listeners) unsubscribe(channel, listener);
  };
}

function ofNode(report, bodies) {
  const isOwn = (request) => ownAgent.test(String(request.getHeader('user-agent')));
  return {
    'http.client.request.start'({ request }) {
      if (!isOwn(request)) return;
      const { method, path } = request;
      report({ method, path, requestBody: bodies.get(request) });
    },
    // Despite its name: once the headers of an answer are there.
    'http.client.response.finish'({ request, response }) {
      if (
        !isOwn(request) ||
        !sandboxToken.test(`authorization: ${request.getHeader('authorization')}`)
      ) {
        return;
      }
      const chunks = [];
      const { push } = response;
      // A listener for `data` would start the body before the program reads it.
      response.push = (chunk, ...others) => {
        if (chunk !== null) chunks.push(Buffer.from(chunk));
        return push.call(response, chunk, ...others);
      };
      response.on('end', () => {
        const { method, path } = request;
        const { statusCode: status, rawHeaders: headers } = response;
        report({ method, path, status, headers, body: Buffer.concat(chunks) });
      });
    },
  };
}

function ofUndici(report) {
  const answers = new WeakMap();
  return {
    'undici:client:sendHeaders'({ request, headers }) {
      const { method, path, body } = request;
      // To a proxy.
      if (method === 'CONNECT') return;
      const requestBody = Buffer.isBuffer(body) ? body.toString() : undefined;
      report({ method, path, requestBody });
      if (sandboxToken.test(headers)) answers.set(request, { chunks: [] });
    },
    'undici:request:headers'({ request, response }) {
      const answer = answers.get(request);
      if (answer !== undefined) Object.assign(answer, response);
    },
    'undici:request:bodyChunkReceived'({ request, chunk }) {
      answers.get(request)?.chunks.push(Buffer.from(chunk));
    },
    // Sent only at the end of a complete answer.
    'undici:request:trailers'({ request }) {
      const answer = answers.get(request);
      if (answer === undefined) return;
      const { statusCode: status, headers, chunks } = answer;
      const { method, path } = request;
      const texts = headers.map((header) => header.toString());
      report({ method, path, status, headers: texts, body: Buffer.concat(chunks) });
    },
  };
}

exports.listen = listen;

const file = process.env.COSTCTL_WIRETAP;
if (file !== undefined) {
  listen(({ body = Buffer.alloc(0), ...reported }) => {
    try {
      const line = `${JSON.stringify({ ...reported, bytes: body.length })}\n`;
      // In one write: other programs may do the same.
      appendFileSync(file, Buffer.concat([Buffer.from(line), body]));
    } catch {
      // Some tests limit how many files may be open, or how large they may become.
    }
  });
}
