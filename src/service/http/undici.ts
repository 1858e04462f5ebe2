/**
 * Re-exports undici under named exports. Without them, a bundle that imports the CommonJS package with `import()` finds
 * no named exports.
 */

export { Agent, EnvHttpProxyAgent, fetch } from 'undici';
