const customer = {}

export default customer
