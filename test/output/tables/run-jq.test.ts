import { describe, expect, it } from 'vitest';
import { runJq } from '../../../src/output/tables/run-jq.ts';
import { UsageError } from '../../../src/platform/errors.ts';
import fc, { scaleCases } from '../../support/property.ts';

const body = '{"id":"7","n":[56.0,9007199254740993],"name":"Coat\\u001b[31m","nodes":[{"a":1},{"a":null}]}';

describe('jq', () => {
  it.each([
    ['.id', '7\n'],
    ['.n[]', '56.0\n9007199254740993\n'],
    ['.n', '[56.0,9007199254740993]\n'],
    ['.nodes[].a', '1\nnull\n'],
    ['.name', 'Coat\\u001b[31m\n'],
    ['"a\\tb\\nc"', 'a\tb\nc\n'],
    ['empty', ''],
    ['-1', '-1\n'],
    ['--version', undefined],
    ['[.nodes[] | select(.a)] | length', '1\n'],
    ['@csv "\\(.n)"', '56.0,9007199254740993\n'],
  ])('%s', async (filter, result) => {
    if (result === undefined) await expect(runJq(body, filter)).rejects.toThrow(UsageError);
    else expect(await runJq(body, filter)).toBe(result);
  });

  it('indents on a terminal', async () => {
    expect(await runJq(body, '.nodes[0], .id', 'indented')).toBe('{\n  "a": 1\n}\n7\n');
  });

  it.each([
    ['.a |', /syntax error/],
    ['.id.x', /Cannot index/],
    ['.n[], error("half way")', /half way/],
    ['', /program not given/],
    ['import "x" as x; 1', /module not found/],
    ['nosuch', /nosuch/],
  ])('%s is a usage error with the message of jq', async (filter, words) => {
    const failing = runJq(body, filter);
    await expect(failing).rejects.toBeInstanceOf(UsageError);
    await expect(failing).rejects.toThrow(words);
    await expect(failing).rejects.not.toThrow(/\/dev\/stdin/);
  });

  it('has no access to the environment or to files', async () => {
    process.env.TOILE_JQ_PROBE = 'secret';
    expect(await runJq('null', '$ENV.TOILE_JQ_PROBE, env.PATH')).toBe('null\n/\n');
    delete process.env.TOILE_JQ_PROBE;
  });

  it('passes JSON through without changing a value', async () => {
    // Starting the engine is most of the work, so each start takes several.
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 8 }), async (values) => {
        expect(JSON.parse(await runJq(JSON.stringify(values), '.'))).toEqual(
          JSON.parse(JSON.stringify(values)),
        );
      }),
      scaleCases(5),
    );
  });

  it('reads a large body quickly', async () => {
    const large = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ at, text: 'x'.repeat(50) })));
    expect(await runJq(large, 'length')).toBe('20000\n');
  }, 20_000);
});
