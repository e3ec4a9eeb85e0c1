export { ChannelPage } from './channel-page.tsx';
export { ChannelsPage } from './channels-page.tsx';
