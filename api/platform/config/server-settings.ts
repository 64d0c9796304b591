// Settings of the process: addresses, proxy, database, Redis, object storage and media.
import { z } from 'zod';
import { isStateOfBrazil } from '../clock/holidays.ts';
import { readTrustedProxies } from '../http/trusted-proxies.ts';
import { countries, flag, port } from './setting-types.ts';

/** `describe` is the text of the operator's manual. */
export const serverSettings = {
  CAMARIM_ENV: z
    .enum(['local', 'test', 'production'])
    .default('local')
    .describe('production refuses sandboxes and requires https cookies'),
  CAMARIM_HOME: z
    .string()
    .min(1)
    .default('.camarim')
    .describe('folder of all state: database, media, keys'),
  CAMARIM_ROLE: z.enum(['all', 'web', 'worker']).default('all').describe('what this process does'),
  CAMARIM_PUBLIC_URL: z
    .url()
    .optional()
    .describe('address people use, e.g. https://example.com; http://localhost:PORT when unset'),
  CAMARIM_DEMO: z
    .union([flag, z.literal('small')])
    .optional()
    .describe(
      'seed the demo once; on by default outside production; `small`: five producers with small pictures, seeded in a third of the time',
    ),
  CAMARIM_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default('BR')
    .describe('country whose rules of age hold where the proxy does not say a visitor is'),
  CAMARIM_STATE: z
    .string()
    .refine(isStateOfBrazil, 'a state of Brazil, such as SP')
    .optional()
    .describe(
      'state of Brazil in which you are, e.g. SP: its holidays are no business days, by which deadlines of reports are counted',
    ),
  GEO_COUNTRY_HEADER: z
    .string()
    .optional()
    .describe("header in which the trusted proxy says the visitor's country (ISO 3166-1)"),
  GEO_STATE_HEADER: z
    .string()
    .optional()
    .describe('header in which it says the state (second part of ISO 3166-2)'),
  GEO_CITY_HEADER: z
    .string()
    .optional()
    .describe(
      'header in which it says the city, by name; with the state, what blocks of places look at',
    ),
  BLOCKED_COUNTRIES: countries
    .optional()
    .describe(
      'countries that are refused the whole site (ISO 3166-1, separated by commas), by what GEO_COUNTRY_HEADER reports; gateways and probes are still answered',
    ),
  CAMARIM_DOMAIN: z.string().default('camarim.app').describe('domain written into watermarks'),
  HOST: z.string().default('127.0.0.1').describe('address to listen on'),
  PORT: port.default(3000).describe('TCP port of pages, API and sockets'),
  TRUST_PROXY: z
    .string()
    .default('false')
    .refine(
      (value) => readTrustedProxies(value) !== null,
      'false, how many proxies are in front (1), or their networks (loopback, private, 10.0.0.0/8); true would trust addresses that visitors write',
    )
    .describe(
      'whose X-Forwarded-* and place headers are believed: false, the number of proxies in front, or better their addresses and networks, separated by commas (loopback, private, 10.0.0.0/8)',
    ),
  MAX_IN_FLIGHT: z.coerce
    .number()
    .int()
    .min(10)
    .max(100_000)
    .default(512)
    .describe(
      'calls and pages that one process works on at once; more are refused with 503 and Retry-After',
    ),
  CONNECTION_STALL_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(86_400)
    .default(600)
    .describe(
      'a connection on which nothing can be sent and nothing arrives for so long is closed; a paused download goes on with a request for the rest',
    ),
  DRAIN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(300)
    .default(0)
    .describe(
      'after a signal to stop, how long everything is still answered while /readyz says 503, so that a load balancer stops sending first',
    ),
  API_DOCS: flag
    .optional()
    .describe(
      'the API description at /api/openapi.json and /api/docs; on by default outside production',
    ),
  LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'])
    .default('info')
    .describe('how much is logged'),

  DATABASE_URL: z
    .string()
    .startsWith('postgres')
    .optional()
    .describe('PostgreSQL 15 or later; an embedded one is started when unset'),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(2)
    .max(500)
    .default(16)
    .describe(
      'most connections for calls and transactions of this process; it opens up to 7 more for locks, probes and jobs (one-machine-to-many.md)',
    ),
  REDIS_URL: z
    .string()
    .startsWith('redis')
    .optional()
    .describe('shares bus, limits and presence between processes'),

  S3_ENDPOINT: z
    .url()
    .optional()
    .describe(
      'object storage, by an address that browsers reach too; files under CAMARIM_HOME when unset (media.md)',
    ),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_BUCKET_PREFIX: z
    .string()
    .default('camarim-')
    .describe(
      'buckets are PREFIXpublic and PREFIXprivate; npm run admin -- prepare-storage makes them',
    ),

  CAMARIM_ACCEL_PREFIX: z
    .string()
    .startsWith('/')
    .optional()
    .describe(
      'internal location of nginx that maps to CAMARIM_HOME/blobs: files are then sent by it (X-Accel-Redirect) after the right was checked here',
    ),

  UPLOAD_OUTSTANDING_MB: z.coerce
    .number()
    .int()
    .min(3_072)
    .default(51_200)
    .describe(
      'most that one producer has in uploads which nothing was made of yet, and in forms that can be sent again, in MiB; other members have 512 MiB',
    ),
  UPLOAD_FREE_DISK_MIN_MB: z.coerce
    .number()
    .int()
    .min(0)
    .default(1_024)
    .describe(
      'uploads to the embedded storage are refused when less than this would stay free on the disk of CAMARIM_HOME, in MiB; the database writes to it, too',
    ),
  MEDIA_SANDBOX: z
    .enum(['required', 'decoders-may-read-all-files'])
    .default('required')
    .describe(
      'production refuses to start where bubblewrap does not work; decoders-may-read-all-files starts without it, and a flaw in a decoder of pictures or videos can then read every file and secret of this user (media.md)',
    ),
};
