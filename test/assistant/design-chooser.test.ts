import { describe, expect, it } from 'vitest';
import { connectClient, createSource, ERAS, readText } from './connect-client.ts';

const IDS = ['11111111-0000-4000-8000-000000000001', '22222222-0000-4000-8000-000000000002'];
const LONG = JSON.stringify({ notes: Array.from({ length: 90 }, (_, n) => `${n} ${'n'.repeat(600)}`) });

const createSharedSource = () =>
  createSource(
    ({ id }) => {
      if (id === 'Parka') throw new Error('Parka fits 2 designs');
      return LONG;
    },
    {
      findDesignChoices: (error) =>
        error instanceof Error && error.message.includes('fits')
          ? { message: error.message, ids: IDS }
          : undefined,
    },
  );

describe.each(ERAS)('a name of two designs, in the %s era', (era) => {
  const connectAsking = async (answer: object) => {
    const { source, calls } = createSharedSource();
    const questions: unknown[] = [];
    const client = await connectClient(
      source,
      era,
      (of) =>
        of.setRequestHandler('elicitation/create', async ({ params }) => {
          questions.push(params);
          return answer as { action: 'decline' };
        }),
      { elicitation: {} },
    );
    const ask = (args: object = {}) =>
      client.callTool({ name: 'get_tailor_brief', arguments: { id: 'Parka', ...args } });
    return { ask, calls, questions };
  };

  it('the user chooses one, and is asked once for all parts of the result', async () => {
    const { ask, calls, questions } = await connectAsking({ action: 'accept', content: { design: IDS[1] } });
    const first = await ask();
    expect(first.isError).toBeUndefined();
    expect(questions).toMatchObject([
      { message: 'Parka fits 2 designs', requestedSchema: { properties: { design: { enum: IDS } } } },
    ]);
    const { after } = (first.structuredContent as { _more: { after: string } })._more;
    expect((await ask({ after })).structuredContent).toMatchObject({ _more: { last: true } });
    expect(questions).toHaveLength(1);
    expect(calls.map(({ id }) => id)).toEqual(['Parka', IDS[1]]);
  });

  it.each(['decline', 'cancel'])('no design is read when the user answers with %s', async (action) => {
    const { ask, calls } = await connectAsking({ action });
    const result = await ask();
    expect(result.isError).toBe(true);
    expect(readText(result)).toMatch(/No design was chosen/);
    expect(calls).toHaveLength(1);
  });

  it('no design is read when the answer is not one of the offered designs', async () => {
    const { ask, calls } = await connectAsking({ action: 'accept', content: { design: 'another' } });
    expect(await ask()).toMatchObject({ isError: true });
    expect(calls).toHaveLength(1);
  });

  it('the model gets both designs when the client cannot ask the user', async () => {
    const { source } = createSharedSource();
    const client = await connectClient(source, era);
    const result = await client.callTool({ name: 'get_tailor_brief', arguments: { id: 'Parka' } });
    expect(result.isError).toBe(true);
    expect(readText(result)).toBe('Parka fits 2 designs');
  });
});
