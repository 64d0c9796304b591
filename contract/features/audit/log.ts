// /dsb/audit: the log of what administrators did and looked at: searched, exported, and its hash
// chain recomputed.
import { z } from 'zod';
import { route } from '../../route.ts';
import { id, instant } from '../../wire.ts';

/** Entries of one page. */
const AUDIT_PAGE = 50;

const person = z.object({ id: id('profile'), domainName: z.string() });

const filters = {
  search: z.string().trim().max(100).optional().meta({
    description: 'a part of a reason, without accents; or the id of what an entry is about',
  }),
  person: z.string().trim().max(60).optional().meta({
    description: 'domain name: of the administrator, or of the person whom the entry is about',
  }),
  action: z
    .string()
    .trim()
    .max(60)
    .regex(/^[a-z]*(\.[a-zA-Z]*)?$/i)
    .optional()
    .meta({ description: 'an action, or how it begins: `user.blocked`, `cashOut`' }),
  views: z.stringbool().default(true).meta({ description: 'also what was only looked at' }),
  from: z.iso.date().optional().meta({ description: 'a day of São Paulo' }),
  to: z.iso.date().optional().meta({ description: 'the last day, included' }),
};

const entry = z
  .object({
    id: z.string(),
    place: z.int().meta({ description: 'in the chain' }),
    at: instant,
    admin: person.nullable().meta({ description: 'null: a job, or a command of the operator' }),
    action: z.string(),
    text: z.string().meta({ description: 'the action in words, in the language of the viewer' }),
    profile: person.nullable().meta({ description: 'whom it is about' }),
    subject: z.string().nullable().meta({ description: 'the id of what it is about' }),
    reason: z.string(),
    hash: z.string(),
  })
  .meta({ id: 'AuditEntry' });

export const auditRoutes = {
  'GET /dsb/audit': route({
    id: 'dsb.audit',
    summary: 'Acts of administrators, newest first',
    auth: 'admin',
    right: 'audit.read',
    query: z.object({
      ...filters,
      limit: z.coerce.number().int().min(1).max(200).default(AUDIT_PAGE),
      before: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional(),
    }),
    reply: z.array(entry),
    list: 'cursor',
    perMinute: 120,
  }),
  'GET /dsb/audit/export': route({
    id: 'dsb.exportAudit',
    summary:
      'The entries that the filters choose, oldest first: with the hashes by which each line can be recomputed',
    auth: 'admin',
    right: 'audit.read',
    query: z.object({ ...filters, format: z.enum(['ndjson', 'csv']).default('ndjson') }),
    reply: z.null(),
    file: ['application/x-ndjson', 'text/csv'],
    perMinute: 6,
  }),
  'POST /dsb/audit/check': route({
    id: 'dsb.checkAudit',
    summary: 'Recomputes the chain of all entries and names the first place where it breaks',
    auth: 'admin',
    right: 'audit.read',
    reply: z.object({
      entries: z.int().meta({ description: 'that are in order, from the first on' }),
      hash: z.string().meta({
        description: 'of the newest of them: kept elsewhere, it proves all entries before it',
      }),
      broken: z
        .object({
          problem: z.enum(['changed', 'missing', 'cutOff', 'outside']),
          place: z.int(),
          entry: z
            .object({ id: z.string(), at: z.string(), action: z.string() })
            .nullable()
            .meta({ description: 'what is at the place now' }),
        })
        .nullable(),
    }),
    perMinute: 6,
  }),
};
