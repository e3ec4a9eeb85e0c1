export const entry = {
  'entry.invitation': 'Invitation to Parley',
  'entry.incomplete': 'The address of this page is not complete. Open the link once more, as a whole.',
  'entry.invited': 'You are invited to the project “{project}” as {role}. Your address is {email}.',
  'entry.known': 'You have an account: accept with its password.',
  'entry.unknown': 'You have no account yet: choose a password for it.',
  'entry.accept': 'Accept',
  'entry.joined': 'You belong to the project “{project}” now',
  'entry.to_login': 'To the login',
  'entry.ask_text': 'Enter the address of your account. If there is one, a mail with a link goes there.',
  'entry.ask': 'Send the link',
  'entry.asked': 'If there is an account with this address, a link is on its way. It is valid for an hour.',
  'entry.no_mail':
    'No mail comes? Perhaps this server sends none. Whoever runs it makes a new password on its machine, in the folder of Parley:',
  'entry.choose_text': 'All sessions of your account end.',
  'entry.choose': 'Set the password',
  'entry.chosen': 'Your password was changed. You can log in with it.',
} as const;
