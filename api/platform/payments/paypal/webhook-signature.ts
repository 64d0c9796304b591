// Verifies the signature of PayPal's webhooks locally, with PayPal's certificate.
import { X509Certificate, verify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { DAY_MS, MINUTE_MS } from '@camarim/contract/time';
import { fetch } from 'undici';
import type { Clock } from '../../clock/port.ts';
import { GatewayError, type WebhookDelivery } from '../port.ts';

export type WebhookSignatureOptions = {
  /**
   * PayPal's id of this webhook. It is part of the signed text, so notifications of other merchants
   * fail.
   */
  webhookId: string;
  /** Allowed certificate origins in addition to PayPal's own: the sandbox. */
  certificateOrigins?: readonly string[] | undefined;
  timeoutMs: number;
};

const PATH = '/v1/notifications/certs/';
const MAX_BYTES = 64 * 1024;
/** Bound of the certificate cache: PayPal never has as many at once. */
const MAX_CERTIFICATES = 16;
/** PayPal stops retrying before this age: an older signature is a replay. */
const MAX_AGE_MS = 4 * DAY_MS;
const CLOCK_SKEW_MS = 10 * MINUTE_MS;

const isPayPal = ({ protocol, hostname, port, username }: URL): boolean =>
  protocol === 'https:' &&
  port === '' &&
  username === '' &&
  (hostname === 'paypal.com' || hostname.endsWith('.paypal.com'));

const headerOf = ({ headers }: WebhookDelivery, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

/**
 * Creates the verifier. It throws GatewayError (`unknown`) when the certificate can't be fetched
 * now.
 */
export const createWebhookSignatureVerifier = (
  { webhookId, certificateOrigins = [], timeoutMs }: WebhookSignatureOptions,
  clock: Clock,
): ((delivery: WebhookDelivery) => Promise<boolean>) => {
  const certificates = new Map<string, X509Certificate>();

  const download = async (url: URL): Promise<X509Certificate> => {
    try {
      const response = await fetch(url.href, {
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      if (response.status !== 200 || text.length > MAX_BYTES)
        throw new Error(`answered ${response.status}`);
      return new X509Certificate(text);
    } catch (error) {
      throw new GatewayError('unknown', 'the certificate of a notification is unavailable', error);
    }
  };

  const certificateOf = async (url: URL): Promise<X509Certificate> => {
    const known = certificates.get(url.href);
    if (known) return known;
    const certificate = await download(url);
    if (certificates.size >= MAX_CERTIFICATES) certificates.clear();
    certificates.set(url.href, certificate);
    return certificate;
  };

  const isCurrent = ({ validFromDate, validToDate }: X509Certificate): boolean =>
    validFromDate <= clock.now() && clock.now() <= validToDate;

  return async (delivery) => {
    const [id, time, signature] = ['id', 'time', 'sig'].map((name) =>
      headerOf(delivery, `paypal-transmission-${name}`),
    ) as [string, string, string];
    const address = headerOf(delivery, 'paypal-cert-url');
    const ageMs = clock.now().getTime() - Date.parse(time);
    if (
      !id ||
      !signature ||
      !(ageMs < MAX_AGE_MS && ageMs > -CLOCK_SKEW_MS) ||
      headerOf(delivery, 'paypal-auth-algo') !== 'SHA256withRSA' ||
      !URL.canParse(address)
    )
      return false;
    const url = new URL(address);
    // The certificate decides who can sign, so its origin is restricted.
    if (
      !(isPayPal(url) || certificateOrigins.includes(url.origin)) ||
      !url.pathname.startsWith(PATH)
    )
      return false;
    const certificate = await certificateOf(url);
    if (!isCurrent(certificate)) return false;
    const message = `${id}|${time}|${webhookId}|${crc32(delivery.rawBody)}`;
    return verify(
      'RSA-SHA256',
      Buffer.from(message),
      certificate.publicKey,
      Buffer.from(signature, 'base64'),
    );
  };
};
