export const push = {
  'push.title': 'Browsers',
  'push.text':
    'Notifications that come although the console is not open. They name the project and say nothing of what was said.',
  'push.off': 'Nothing is shown in this browser yet.',
  'push.switch_on': 'Show them in this browser',
  'push.on': 'In this browser they are shown.',
  'push.switch_off': 'Stop in this browser',
  'push.try': 'Show one now',
  'push.tried': 'One was sent. If you do not see it, your system holds notifications of the browser back.',
  'push.trial_ended': 'This browser is registered no more. Switch it on again.',
  'push.trial_unreached':
    'The push service of this browser could not be reached. Look at the connection of the server, and try again.',
  'push.trial_refused':
    'The push service of this browser did not take it; it answered with {status}. Stop in this browser, and switch it on again; if that does not help, ask whoever runs the server.',
  'push.unsupported':
    'This browser cannot do it here: it is too old, in private mode, or the console was not opened by https.',
  'push.blocked':
    'This browser blocks notifications of {host}. Press the sign in front of the address, allow “Notifications”, and load the page again.',
  'push.unreachable':
    'The push service of this browser did not answer. Some browsers have it switched off in their settings; otherwise look at the connection, and try again.',
  'push.list': 'Browsers in which you are told',
  'push.since': 'since {when}',
  'push.this_one': 'this one',
  'push.remove': 'Remove',
  'push.nothing_wanted': 'Of this project you want to be told nothing in browsers. Switch it on above.',
  'push.waiting': 'A customer is waiting',
  'push.mine': 'Your customer has written',
  'push.news': 'Something has happened',
  'push.trial': 'Notifications are shown here',
};
