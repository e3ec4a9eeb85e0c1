/** What the sample project has: its name, its prepared replies, and what its visitors write. */
export const sample = {
  'sample.hello': 'Hello',
  'sample.topic': 'Delivery',
  'sample.parcel': 'My parcel has not come. Can somebody look into it?',
  'sample.gift': 'Can you wrap it as a gift?',
  'sample.name': 'Sample shop',
  'sample.reply_hello': 'Hello! How can I help you?',
  'sample.reply_hello_title': 'Greeting',
  'sample.reply_wait': 'I am looking into it. One moment, please.',
  'sample.reply_wait_title': 'One moment',
  'sample.reply_thanks': 'Thank you for writing to us. Have a good day!',
  'sample.reply_thanks_title': 'Farewell',
} as const;
