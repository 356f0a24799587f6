import { describe, expect, onTestFinished, test } from 'vitest';
import { failureOf, reading, serve, testToken } from '../helpers/client.ts';
import { answer, openLoopback } from '../helpers/loopback.ts';

describe('the token', () => {
  test('is not sent to a redirect, and the path of the redirect is not reported', async () => {
    const elsewhere = await openLoopback(answer(200, { stolen: true }));
    onTestFinished(elsewhere.close);
    const { client } = await serve([
      answer(302, '', { location: `${elsewhere.url.origin}/take?token=${testToken}` }),
    ]);
    const error = await failureOf(client.request(reading));
    expect(error.code).toBe('unexpected_response');
    expect(error.message).toContain(`a redirect to ${elsewhere.url.origin}`);
    expect(elsewhere.requests).toEqual([]);
    expect(JSON.stringify([error.message, error.details])).not.toContain(testToken);
  });

  test('is masked in errors and debug lines if the service repeats it', async () => {
    const { client } = await serve([answer(400, `you sent ${testToken}`)]);
    const query = new URLSearchParams({ echo: testToken });
    const error = await failureOf(client.request({ ...reading, query }));
    expect(error.details.body).toBe('you sent ****');
    expect(client.debug.join('\n')).toContain('GET /v1/things?echo=****');
    expect(`${client.debug.join()}${error.stack}`).not.toContain(testToken);
  });

  test.each(['two\r\nX-Injected: 1', 'with space', 'ümlaut', ''])(
    'is rejected without being shown if it has invalid characters: %j',
    async (token) => {
      const { client, server } = await serve([answer(200)], { token: async () => token });
      const error = await failureOf(client.request(reading));
      expect(error.code).toBe('not_configured');
      if (token !== '') expect(error.message).not.toContain(token);
      expect(server.requests).toEqual([]);
    },
  );
});
