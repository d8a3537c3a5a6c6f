const draft = {
  signedOut: 'You are not signed in. Nothing was changed',
  handedBack:
    'Your entries are still here, except passwords and files. Sign in, come back to this page and resume the form.',
  signIn: 'Sign in (in a new tab)',
  review: 'Review change',
  sendAgain: 'Resume form',
  again: 'The form is as you sent it, except passwords and codes. Check the current state before you send it again',
  restored: 'Your sign-in had ended, so nothing was sent. The form is as you filled it in, except passwords and files',
  made: 'This change was already made',
  underWay: 'This change is already in progress',
  madeText: 'The plan below is the one you reviewed. It cannot be applied again, so that nothing is done twice.',
  toChange: 'Show result',
}

export default draft
