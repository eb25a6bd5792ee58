# a bucket
resource "aws_s3_bucket" "logs" {
  bucket = "a-${var.x["y"]}"
  tags = {
    a = "}"
  }
  lifecycle_rule {
    enabled = true
  }
  policy = <<-EOT
    resource "no" "no" {
  EOT
}
variable "x" {
  type = map(string)
}
locals {
  name = var.a == "b" ? "c" : "d"
}
region = "eu"
