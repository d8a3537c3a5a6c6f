const imported = {
  title: 'Import',
}

export default imported
