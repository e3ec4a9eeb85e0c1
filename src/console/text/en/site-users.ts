/** The users of a web chat whom the server of the website names. */
export const siteUsers = {
  'site_users.title': 'Users whom your website names',
  'site_users.about':
    'People who are logged in on your website have one conversation on all their devices, and you see who they are. Your server signs for it who uses a page, with the secret of this chat.',
  'site_users.is_set': 'There is a secret',
  'site_users.is_none': 'No secret yet',
  'site_users.none_text': 'Until there is one, the chat takes no names from the website.',
  'site_users.make': 'Make a secret',
  'site_users.replace': 'Replace the secret',
  'site_users.replace_title': 'Replace the secret?',
  'site_users.replace_text':
    'The former one works for a day. Enter the new one on your server within that day.',
  'site_users.secret': 'Secret for users',
  'site_users.secret_text':
    'Your server signs its tokens with it, by HS256: with all of this text, as it is. No page of the website may contain it.',
} as const;
