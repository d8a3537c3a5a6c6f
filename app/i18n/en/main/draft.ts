const draft = {
  signedOut: 'You are not signed in. Nothing was changed',
  handedBack:
    'What you typed is still here, passwords excepted. Sign in, come back to this page and take the form up again.',
  signIn: 'Sign in (in a new tab)',
  review: 'Review what will happen',
  sendAgain: 'Take the form up again',
  again: 'The form is as you sent it then, passwords and codes excepted. Look at the thing before you send it again',
  restored: 'Your sign-in had ended, so nothing was sent. The form is as you filled it in, passwords excepted',
}

export default draft
