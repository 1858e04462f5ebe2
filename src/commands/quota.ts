import { buildQuotaRows, QUOTA_COLUMNS, type QuotaUsage, renderQuotaView } from '../output/views/quota.ts';
import { buildDataResult } from './command-result.ts';
import { defineCommand } from './command-spec.ts';

const toIsoTime = (ms: number | undefined): string | null =>
  ms === undefined ? null : new Date(ms).toISOString();

export const quotaCommand = defineCommand({
  path: 'quota',
  resultKind: 'data',
  targetFlags: ['sandbox', 'account', 'base-url'],
  group: 'Sign in',
  effects: { sends: 'never' },
  outputSchemas: ['toile.quota/1'],
  summary: 'Show how much of the rate limit is used',
  namesInOtherTools: ['limits', 'rate-limit', 'usage'],
  about:
    'The service limits how many requests you may send in five minutes. It does not say how many are ' +
    'left, so toile counts its own requests. This command sends none.\n\n' +
    'All toile programs on this machine with the same key and address share one count. They wait before ' +
    'they reach the limit.\n\n' +
    'If TOILE_SHARED is set, the list shows the other machines that share the rate limit. TOILE_RATE replaces the limit, for example with 100/5m.',
  examples: [
    { why: 'Check the rate limit before a long pull', line: 'toile quota' },
    { why: 'Print how many requests are left', line: "toile quota --json | jq '.left'" },
  ],
  json: '{"schema": "toile.quota/1", "base_url": "...", "limit": 300, "window_seconds": 300, "used": 12, "left": 288, "wait_seconds": 0, "reset_at": "...", "blocked_until": null, "shared": null}, or {"engine": "...", "unavailable": null, "machines": [{"machine": "...", "used": 3, "here": true}]} for shared',
  columns: [{ names: QUOTA_COLUMNS }],
  exitCodes: [['4', 'not signed in: requests are counted for each key']],
  parse: () => ({}),
  run: async (deps) => {
    const { limit, windowMs, used, left, nextAt, resetAt, blockedUntil, sharers } =
      await deps.http.readQuota();
    const value: QuotaUsage = {
      base_url: (await deps.target()).baseUrl,
      limit,
      window_seconds: windowMs / 1000,
      used,
      left,
      wait_seconds: Math.max(0, Math.ceil((nextAt - deps.clock.now()) / 1000)),
      reset_at: toIsoTime(resetAt),
      blocked_until: toIsoTime(blockedUntil),
      shared: sharers === undefined ? null : { ...sharers, unavailable: sharers.unavailable ?? null },
    };
    return buildDataResult('toile.quota/1', value);
  },
  buildView: (value, _options, { now }) => renderQuotaView(value, now),
  buildRows: (value) => buildQuotaRows(value),
});
