package report

// The parts of the format that are written here, by the names of its schema (SARIF
// 2.1.0, https://docs.oasis-open.org/sarif/sarif/v2.1.0). The library for it brings
// the validator along, which would make every start of the program a tenth longer; the
// tests read with it what is written here.

type sarifLog struct {
	Schema  string      `json:"$schema"`
	Version string      `json:"version"`
	Runs    []*sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool         `json:"tool"`
	ColumnKind  string            `json:"columnKind"`
	Invocations []sarifInvocation `json:"invocations"`
	Results     []*sarifResult    `json:"results"`
}

type sarifTool struct {
	Driver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	} `json:"driver"`
}

type sarifRule struct {
	ID               string      `json:"id"`
	ShortDescription sarifText   `json:"shortDescription"`
	FullDescription  *sarifText  `json:"fullDescription,omitempty"`
	Help             *sarifText  `json:"help,omitempty"`
	HelpURI          string      `json:"helpUri"`
	Default          sarifConfig `json:"defaultConfiguration"`
}

type sarifConfig struct {
	Level string `json:"level"`
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifInvocation struct {
	Successful    bool                `json:"executionSuccessful"`
	Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct {
	Level     string          `json:"level"`
	Message   sarifText       `json:"message"`
	Locations []sarifLocation `json:"locations"`
}

type sarifResult struct {
	RuleID        string            `json:"ruleId"`
	RuleIndex     int               `json:"ruleIndex"`
	Level         string            `json:"level"`
	Message       sarifText         `json:"message"`
	Locations     []sarifLocation   `json:"locations"`
	Related       []sarifLocation   `json:"relatedLocations,omitempty"`
	Fingerprints  map[string]string `json:"partialFingerprints"`
	BaselineState string            `json:"baselineState"`
}

type sarifLocation struct {
	Physical sarifPlace `json:"physicalLocation"`
}

type sarifPlace struct {
	Artifact struct {
		URI string `json:"uri"`
	} `json:"artifactLocation"`
	Region *sarifRegion `json:"region,omitempty"`
}

type sarifRegion struct {
	StartLine int `json:"startLine"`
}
