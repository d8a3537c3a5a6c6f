const edit = {
  done: 'Saved',
  created: '{{name}} was created',
  record: 'Show on the audit trail',
  reasonRecord: 'Put back what record {{sequence}} changed',
  putBack: 'The values from before record {{sequence}} are filled in. Nothing is changed until you save',
  sinceChanged: 'Changed again since that record, and put back as well if you save:',
  sinceNow: '{{field}}: now {{value}}',
  conflict: {
    title: 'Somebody else changed this while you were at it',
    intro:
      'Nothing was saved yet. Choose for each field which value to keep; your other fields stay as you filled them in.',
    original: 'Before:',
    yours: 'Yours',
    theirs: 'Theirs, as it is now',
    nothing: 'empty',
    ticked: 'ticked',
    save: 'Save what is chosen',
  },
}

export default edit
