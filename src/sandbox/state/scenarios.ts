/** Failures and delays that the sandbox can simulate, by name. */
export const SANDBOX_SCENARIOS = {
  'rate-limited':
    'the window of requests is used up: 429 until five minutes have passed on the sandbox clock',
  'expired-link': 'every other download link is dead on arrival, beginning with the first',
  'payment-required': 'the allowance of the plan does not count: every Tech Pack request answers 402',
  'pricing-not-configured': 'no surcharge is configured: every Tech Pack request answers 409',
  'slow-pack': 'a Tech Pack takes an hour on the sandbox clock',
  'failed-pack': 'the composition of a Tech Pack fails',
  unavailable: 'every route answers 503',
  'flaky-network':
    'of every four requests the first is cut off before it is read and the third after it was carried out',
  'cut-download': 'a download that begins at the first byte breaks off half way; one that resumes does not',
} as const;

/** The name of a scenario. */
export type SandboxScenario = keyof typeof SANDBOX_SCENARIOS;

/** Returns true for the name of a scenario. */
export const isSandboxScenario = (name: string): name is SandboxScenario =>
  Object.hasOwn(SANDBOX_SCENARIOS, name);
