// Which captcha there is: Turnstile when the operator has keys for it, otherwise the proof of work,
// which needs no other service.
import type { Platform } from '../platform.ts';
import type { Captcha } from './port.ts';
import { proofOfWork } from './proof-of-work.ts';
import { turnstile } from './turnstile.ts';

export const openCaptcha = (
  platform: Pick<Platform, 'config' | 'db' | 'clock' | 'log' | 'limits' | 'strictLimits'>,
): Captcha => {
  const {
    publicUrl,
    TURNSTILE_SITE_KEY: siteKey,
    TURNSTILE_SECRET_KEY: secretKey,
    TURNSTILE_ORIGIN: origin,
  } = platform.config;
  if (siteKey === undefined || secretKey === undefined) return proofOfWork(platform);
  return turnstile({
    siteKey,
    secretKey,
    origin,
    hostname: new URL(publicUrl).hostname,
    log: platform.log,
  });
};
