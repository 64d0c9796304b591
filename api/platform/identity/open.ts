// Opens the identity providers for which the operator configured keys.
import type { Config } from '../config/config.ts';
import { facebookProvider, xProvider } from './oauth.ts';
import { openIdProvider } from './openid.ts';
import {
  type Identities,
  type IdentityProvider,
  PROVIDER_NAMES,
  type ProviderName,
} from './port.ts';

const GOOGLE = 'https://accounts.google.com';

const open = (name: ProviderName, config: Config): IdentityProvider | null => {
  switch (name) {
    case 'google': {
      const {
        GOOGLE_CLIENT_ID: clientId,
        GOOGLE_CLIENT_SECRET: clientSecret,
        GOOGLE_ISSUER: issuer = GOOGLE,
      } = config;
      return clientId === undefined || clientSecret === undefined
        ? null
        : openIdProvider({ issuer, clientId, clientSecret, insecure: !config.production });
    }
    case 'facebook': {
      const {
        FACEBOOK_CLIENT_ID: clientId,
        FACEBOOK_CLIENT_SECRET: clientSecret,
        FACEBOOK_ORIGIN: origin,
      } = config;
      return clientId === undefined || clientSecret === undefined
        ? null
        : facebookProvider({ clientId, clientSecret, origin });
    }
    case 'twitter': {
      const {
        TWITTER_CLIENT_ID: clientId,
        TWITTER_CLIENT_SECRET: clientSecret,
        TWITTER_ORIGIN: origin,
      } = config;
      return clientId === undefined || clientSecret === undefined
        ? null
        : xProvider({ clientId, clientSecret, origin });
    }
  }
};

export const openIdentities = (config: Config): Identities =>
  Object.fromEntries(
    PROVIDER_NAMES.flatMap((name) => [[name, open(name, config)] as const]).filter(
      ([, provider]) => provider !== null,
    ),
  );
