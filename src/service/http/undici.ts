/**
 * Re-exports undici under named exports. A bundle that loads its CommonJS by `import()` would not see them.
 */

/** undici by a name that a bundle can load late: its CommonJS would arrive in `import()` without its exports. */
export { Agent, EnvHttpProxyAgent, fetch } from 'undici';
