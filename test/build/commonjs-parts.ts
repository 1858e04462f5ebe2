export { EnvHttpProxyAgent } from 'undici';
