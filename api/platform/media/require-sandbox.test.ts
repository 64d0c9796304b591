// Production decodes uploads only in a sandbox, or when the operator accepted the risk in a
// setting.
import { expect, it } from 'vitest';
import { ConfigError, readConfig } from '../config/config.ts';
import { requireSandbox } from './require-sandbox.ts';
import type { SandboxTools } from './sandbox.ts';

const without: SandboxTools = {
  unshare: ['unshare', '--net'],
  bwrap: false,
  prlimit: true,
  mortal: [],
};
const config = (production: boolean, setting: Record<string, string> = {}) => ({
  production,
  MEDIA_SANDBOX: readConfig(setting).MEDIA_SANDBOX,
});

it('the application refuses to start in production where bubblewrap does not work, and says what to do', () => {
  expect(() => requireSandbox(config(true), without)).toThrow(ConfigError);
  expect(() => requireSandbox(config(true), without)).toThrow(
    /apt-get install bubblewrap.*MEDIA_SANDBOX=decoders-may-read-all-files/s,
  );
});

it('the application starts with bubblewrap, outside production, or by an explicit setting', () => {
  expect(() => requireSandbox(config(true), { ...without, bwrap: true })).not.toThrow();
  expect(() => requireSandbox(config(false), without)).not.toThrow();
  expect(() =>
    requireSandbox(config(true, { MEDIA_SANDBOX: 'decoders-may-read-all-files' }), without),
  ).not.toThrow();
  expect(() => readConfig({ MEDIA_SANDBOX: 'off' })).toThrow(ConfigError);
});
