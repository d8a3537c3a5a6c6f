const draft = {
  signedOut: 'You are not signed in. Nothing was changed',
  handedBack:
    'What you typed is still here, passwords excepted. Sign in, come back to this page and take the form up again.',
  signIn: 'Sign in (in a new tab)',
  review: 'Review what will happen',
  sendAgain: 'Take the form up again',
  again: 'The form is as you sent it then, passwords and codes excepted. Look at the thing before you send it again',
  restored: 'Your sign-in had ended, so nothing was sent. The form is as you filled it in, passwords excepted',
  made: 'This change was already made',
  underWay: 'This change is already under way',
  madeText: 'The plan below is as you looked through it. It is not offered again, so that nothing is done twice.',
  toChange: 'What became of it',
}

export default draft
