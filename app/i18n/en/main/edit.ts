const edit = {
  done: 'Saved',
  created: '{{name}} was created',
  record: 'Show in audit trail',
  reasonRecord: 'Revert record {{sequence}}',
  putBack: 'The values from before record {{sequence}} are filled in. Nothing is changed until you save',
  sinceChanged: 'Changed again since that record, and also reverted if you save:',
  sinceNow: '{{field}}: now {{value}}',
  conflict: {
    title: 'Someone else changed this while you were editing',
    intro:
      'Nothing was saved yet. Choose for each field which value to keep; your other fields stay as you filled them in.',
    original: 'Before:',
    yours: 'Yours',
    theirs: 'Theirs, current',
    nothing: 'empty',
    ticked: 'ticked',
    save: 'Save chosen values',
  },
}

export default edit
