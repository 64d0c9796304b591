// What a show has cost the person who watched it, on its last screen.
import { useQuery } from '@tanstack/react-query';
import { receiptsQuery } from '../queries.ts';
import { Receipt } from './Receipt.tsx';

/** Nothing for a show that was free. */
export const OwnReceipt = ({ liveId }: { liveId: string }) => {
  const { data: receipts } = useQuery(receiptsQuery());
  const receipt = receipts?.find((one) => one.liveId === liveId);
  return receipt ? <Receipt receipt={receipt} titled /> : null;
};
