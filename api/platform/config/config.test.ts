// Configuration refuses what can't work and says what to set.
import { describe, expect, it } from 'vitest';
import { ConfigError, describeSettings, readConfig } from './config.ts';

describe('configuration', () => {
  it('the configuration has an embedded default for everything', () => {
    expect(readConfig({})).toMatchObject({
      PORT: 3000,
      production: false,
      publicUrl: 'http://localhost:3000',
      sandboxPort: 3001,
      demo: true,
    });
  });

  it('the configuration refuses a half-set pair and names what is missing', () => {
    expect(() => readConfig({ S3_ENDPOINT: 'https://s3.example' })).toThrow(
      /S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: must be set together with S3_ENDPOINT/,
    );
  });

  it('the configuration refuses production without https, and the demo in production', () => {
    expect(() => readConfig({ CAMARIM_ENV: 'production', CAMARIM_DEMO: 'true' })).toThrow(
      ConfigError,
    );
    expect(() =>
      readConfig({ CAMARIM_ENV: 'production', CAMARIM_PUBLIC_URL: 'http://a.example' }),
    ).toThrow(/CAMARIM_PUBLIC_URL/);
  });

  it('the configuration refuses half of an identity provider’s keys, and stand-ins in production', () => {
    expect(() => readConfig({ GOOGLE_CLIENT_ID: 'id' })).toThrow(
      /GOOGLE_CLIENT_SECRET: must be set together with GOOGLE_CLIENT_ID/,
    );
    expect(() => readConfig({ TWITTER_CLIENT_SECRET: 'secret' })).toThrow(
      /TWITTER_CLIENT_ID: must be set together/,
    );
    const production = {
      CAMARIM_ENV: 'production',
      CAMARIM_PUBLIC_URL: 'https://a.example',
      DATA_KEY: 'k'.repeat(32),
    };
    expect(
      readConfig({ ...production, GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' })
        .GOOGLE_CLIENT_ID,
    ).toBe('id');
    for (const name of ['FACEBOOK_ORIGIN', 'LOVENSE_ORIGIN'])
      expect(() => readConfig({ ...production, [name]: 'http://127.0.0.1:1' })).toThrow(
        `${name}: a stand-in is refused`,
      );
  });

  it('the configuration takes both keys of Turnstile or neither, and no test keys in production', () => {
    expect(() => readConfig({ TURNSTILE_SITE_KEY: '0x4A' })).toThrow(
      /TURNSTILE_SECRET_KEY: must be set together with TURNSTILE_SITE_KEY/,
    );
    expect(() => readConfig({ TURNSTILE_SECRET_KEY: '0x4A' })).toThrow(
      /TURNSTILE_SITE_KEY: must be set together/,
    );
    const production = {
      CAMARIM_ENV: 'production',
      CAMARIM_PUBLIC_URL: 'https://a.example',
      DATA_KEY: 'k'.repeat(32),
      TURNSTILE_SITE_KEY: '0x4A',
      TURNSTILE_SECRET_KEY: '0x4B',
    };
    expect(readConfig(production).TURNSTILE_SITE_KEY).toBe('0x4A');
    expect(() =>
      readConfig({ ...production, TURNSTILE_SECRET_KEY: '1x0000000000000000000000000000000AA' }),
    ).toThrow(/TURNSTILE_SECRET_KEY: a test key/);
    expect(() =>
      readConfig({ ...production, TURNSTILE_SITE_KEY: '3x00000000000000000000FF' }),
    ).toThrow(/TURNSTILE_SITE_KEY: a test key/);
    expect(() => readConfig({ ...production, TURNSTILE_ORIGIN: 'http://127.0.0.1:1' })).toThrow(
      /TURNSTILE_ORIGIN: a stand-in is refused/,
    );
  });

  it('the configuration refuses a card acquirer without its settings, except in the sandbox', () => {
    const carat = {
      CARAT_BASE_URL: 'https://carat.example/e-sitef/api',
      CARAT_MERCHANT_ID: 'm',
      CARAT_MERCHANT_KEY: 'k',
      CARAT_WEBHOOK_SECRET: 's'.repeat(16),
      CARD_AUTHENTICATE_FROM_CENTAVOS: '200001',
    };
    expect(() => readConfig({ ...carat, CARD_ACQUIRER: 'cielo' })).toThrow(
      /CIELO_BASE_URL: CARD_ACQUIRER=cielo needs it/,
    );
    expect(() => readConfig({ CARAT_BASE_URL: carat.CARAT_BASE_URL })).toThrow(
      /CARAT_MERCHANT_ID.*must be set together/,
    );
    expect(readConfig({ ...carat, CARD_ACQUIRER: 'carat' })).toMatchObject({ realGateways: true });
    expect(readConfig({ CARD_ACQUIRER: 'cielo' })).toMatchObject({ realGateways: false });
  });

  it('the configuration refuses a fee that takes a whole cash-out, and lowest amounts above the highest', () => {
    expect(() => readConfig({ CASH_OUT_FEE_CENTAVOS: '20000' })).toThrow(
      /CASH_OUT_FEE_CENTAVOS: must be below CASH_OUT_MIN_CENTAVOS/,
    );
    expect(() => readConfig({ CASH_OUT_MIN_CENTAVOS: '2000000' })).toThrow(/CASH_OUT_MIN_CENTAVOS/);
    expect(() => readConfig({ PLAN_PRICE_MIN_CENTAVOS: '200000' })).toThrow(
      /PLAN_PRICE_MIN_CENTAVOS/,
    );
  });

  it('the configuration refuses production without a data key, or with a short one', () => {
    const production = { CAMARIM_ENV: 'production', CAMARIM_PUBLIC_URL: 'https://a.example' };
    expect(() => readConfig(production)).toThrow(/^DATA_KEY: production needs a key/);
    expect(() => readConfig({ ...production, DATA_KEY: 'short' })).toThrow(/DATA_KEY/);
    expect(readConfig({ ...production, DATA_KEY: 'k'.repeat(32) }).production).toBe(true);
  });

  it.each([
    ['firstCashOutReview', true],
    ['reservePercent', 10],
    ['RESERVE_DAYS', 30],
    ['RESERVE_NEW_DAYS', 90],
    ['adminSecondPerson', true],
    ['adminSecondFactor', true],
    ['demo', false],
    ['CARD_DECLINES_ACCOUNT_MAX', 5],
    ['CARD_DECLINES_ADDRESS_MAX', 15],
    ['CARD_DECLINES_DEVICE_MAX', 8],
    ['CARD_DECLINES_BIN_MAX', 40],
    ['CARD_ALARM_DECLINES', 20],
    ['CARD_ALARM_PERCENT', 50],
    ['PAIR_DAY_MAX_CENTAVOS', 150_000],
    ['PAIR_WEEK_MAX_CENTAVOS', 500_000],
    ['PAIR_DAY_SALES_MAX', 300],
    ['NEW_PAYER_DAYS', 7],
    ['NEW_PAYER_DAY_MAX_CENTAVOS', 50_000],
    ['NEW_PAYERS_MAX', 10],
    ['HOLD_DAYS', 7],
    ['HOLD_DAYS_PIX', 1],
    ['HOLD_DAYS_CARD', 14],
  ] as const)('in production %s protects without being set: %s', (name, value) => {
    const production = { CAMARIM_ENV: 'production', CAMARIM_PUBLIC_URL: 'https://a.example' };
    expect(readConfig({ ...production, DATA_KEY: 'k'.repeat(32) })[name]).toBe(value);
  });

  it('the configuration names the setting whose value is wrong', () =>
    expect(() => readConfig({ PORT: 'abc' })).toThrow(/PORT/));

  it('the configuration describes every setting that has a unit or a consequence', () =>
    expect(describeSettings().length).toBeGreaterThan(25));
});
