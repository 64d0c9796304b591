// Keys of the queries of overlays.
export const overlaysKeys = {
  webhook: ['overlays', 'webhook'] as const,
  deliveries: ['overlays', 'deliveries'] as const,
};
