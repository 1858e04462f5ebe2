/**
 * Re-exports undici under named exports. A bundle that loads its CommonJS by `import()` would not see them.
 */

export { Agent, EnvHttpProxyAgent, fetch } from 'undici';
