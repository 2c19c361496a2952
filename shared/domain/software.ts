/** Name and version of this software, which invoices and the maker's declaration state. A test compares them with the package. */
export const softwareName = 'Cantera TV';
export const softwareVersion = '0.1.0';
