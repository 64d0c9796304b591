// /dsb/fraud/settings: the limits against fraud and the times for which money of producers waits.
import { z } from 'zod';
import { REASON_MAX } from '../../limits.ts';
import { route } from '../../route.ts';
import { instant } from '../../wire.ts';
import { proposal } from '../funds/proposal.ts';
import { profileSummarySchema } from '../profiles.ts';
import { FRAUD_SETTING_NAMES, FRAUD_SETTINGS, type FraudSettingName } from './settings.ts';

const values = z
  .object(
    Object.fromEntries(
      FRAUD_SETTING_NAMES.map((name) => {
        const { min, max } = FRAUD_SETTINGS[name];
        return [name, z.int().min(min).max(max)];
      }),
    ) as Record<FraudSettingName, z.ZodInt>,
  )
  .meta({ id: 'FraudSettings' });

const HISTORY_MAX = 20;

const reply = z
  .object({
    version: z.int().meta({ description: '0: the team has set none' }),
    values: values.meta({ description: 'in force' }),
    usual: values.meta({ description: 'of the operator’s settings' }),
    waitsForSecond: z.boolean().meta({
      description: 'the last request is stored when another administrator makes the same one',
    }),
    proposals: z
      .array(z.object({ values, ...proposal }))
      .meta({ description: 'the newest of each administrator' }),
    history: z
      .array(
        z.object({
          version: z.int(),
          values,
          reason: z.string(),
          createdAt: instant,
          changedBy: profileSummarySchema.nullable().meta({ description: 'null: removed' }),
        }),
      )
      .max(HISTORY_MAX)
      .meta({ description: 'newest first' }),
  })
  .meta({ id: 'FraudSettingsView' });

export const fraudSettingRoutes = {
  'GET /dsb/fraud/settings': route({
    id: 'dsb.fraudSettings',
    summary:
      'The limits against fraud in force, those of the operator’s settings, what waits for a second person, and the versions',
    auth: 'admin',
    right: 'money.read',
    reply,
    perMinute: 60,
  }),
  'PUT /dsb/fraud/settings': route({
    stepUp: true,
    id: 'dsb.setFraudSettings',
    summary:
      'Stores a new version of all of them. Where two administrators decide, one that lets more money go in any part takes effect when a second one makes the same request; a stricter one takes effect within seconds',
    auth: 'admin',
    right: 'money.decide',
    body: z.object({
      version: z.int().min(0).meta({ description: 'that was read' }),
      values,
      reason: z.string().trim().min(1).max(REASON_MAX),
    }),
    reply,
    errors: ['fraud.settingsChanged'],
    perMinute: 20,
  }),
};
