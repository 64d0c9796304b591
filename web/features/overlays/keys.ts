// Keys of the queries of overlays.
export const overlaysKeys = {
  webhook: ['overlays', 'webhook'] as const,
  links: ['overlays', 'links'] as const,
  toy: ['overlays', 'toy'] as const,
  deliveries: ['overlays', 'deliveries'] as const,
};
