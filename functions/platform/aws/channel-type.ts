/** IVS's types of channels: they decide the price of an hour of input and the renditions. */
export const channelTypes = ['STANDARD', 'ADVANCED_HD', 'ADVANCED_SD', 'BASIC'] as const;
export type ChannelType = (typeof channelTypes)[number];
