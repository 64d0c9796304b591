// The address of a gateway's webhook.
import type { Config } from '../config/config.ts';

const ANY_ADDRESS = new Set(['0.0.0.0', '::']);

/** The public address, or the loopback when the gateway is the local sandbox. */
export const webhookAddress = (
  config: Pick<Config, 'HOST' | 'PORT' | 'publicUrl' | 'realGateways'>,
  gateway: string,
): string => {
  const local = `http://${ANY_ADDRESS.has(config.HOST) ? '127.0.0.1' : config.HOST}:${config.PORT}`;
  return `${config.realGateways ? config.publicUrl : local}/api/funds/webhooks/${gateway}`;
};
