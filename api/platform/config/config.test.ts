// Configuration refuses what can't work and says what to set.
import { describe, expect, it } from 'vitest';
import { ConfigError, describeSettings, readConfig } from './config.ts';

describe('configuration', () => {
  it('has an embedded default for everything', () => {
    expect(readConfig({})).toMatchObject({ PORT: 3000, production: false, publicUrl: 'http://localhost:3000', sandboxPort: 3001, demo: true });
  });

  it('refuses a half-set pair and names what is missing', () => {
    expect(() => readConfig({ S3_ENDPOINT: 'https://s3.example' })).toThrow(/S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: must be set together with S3_ENDPOINT/);
  });

  it('refuses production without https, and the demo in production', () => {
    expect(() => readConfig({ CAMARIM_ENV: 'production', CAMARIM_DEMO: 'true' })).toThrow(ConfigError);
    expect(() => readConfig({ CAMARIM_ENV: 'production', CAMARIM_PUBLIC_URL: 'http://a.example' })).toThrow(/CAMARIM_PUBLIC_URL/);
  });

  it('names the setting whose value is wrong', () => expect(() => readConfig({ PORT: 'abc' })).toThrow(/PORT/));

  it('describes every setting that has a unit or a consequence', () => expect(describeSettings().length).toBeGreaterThan(25));
});
