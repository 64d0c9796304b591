// The rules of fraud alerts in words, and what each has done.
import type { FraudRule } from '@camarim/contract/features/fraud/alerts';
import { m } from '../../../paraglide/messages.js';

export const RULE_TEXTS: Record<FraudRule, { title: () => string; effect: () => string }> = {
  declinesAccount: { title: m.dsb_fraud_declines_account, effect: m.dsb_fraud_effect_declines },
  declinesAddress: { title: m.dsb_fraud_declines_address, effect: m.dsb_fraud_effect_declines },
  declinesDevice: { title: m.dsb_fraud_declines_device, effect: m.dsb_fraud_effect_declines },
  declinesBin: { title: m.dsb_fraud_declines_bin, effect: m.dsb_fraud_effect_declines },
  declinesAlarm: { title: m.dsb_fraud_declines_alarm, effect: m.dsb_fraud_effect_alarm },
  pairDay: { title: m.dsb_fraud_pair_day, effect: m.dsb_fraud_effect_pair },
  pairWeek: { title: m.dsb_fraud_pair_week, effect: m.dsb_fraud_effect_pair },
  pairSales: { title: m.dsb_fraud_pair_sales, effect: m.dsb_fraud_effect_pair },
  newPayer: { title: m.dsb_fraud_new_payer, effect: m.dsb_fraud_effect_pair },
  newPayers: { title: m.dsb_fraud_new_payers, effect: m.dsb_fraud_effect_producer },
};
